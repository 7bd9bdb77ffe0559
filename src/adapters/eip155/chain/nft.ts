import { type Client, encodeFunctionData, parseAbi } from 'viem'
import { call } from 'viem/actions'
import type { CaipAssetId, Hex } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainError } from './client.ts'

/** An NFT of an ERC-721 or ERC-1155 contract. */
export interface Nft {
  readonly standard: 'erc721' | 'erc1155'
  readonly contract: Hex
  readonly tokenId: bigint
}

const abi = parseAbi([
  'function ownerOf(uint256 id) view returns (address)',
  'function balanceOf(address owner, uint256 id) view returns (uint256)',
  'function safeTransferFrom(address from, address to, uint256 id)',
  'function safeTransferFrom(address from, address to, uint256 id, uint256 amount, bytes data)',
])

/**
 * Returns the NFT of a CAIP-19 id that contains a token's id, such as `eip155:1/erc721:0x…/42`. Returns undefined for another
 * kind of asset.
 * @throws `validation/invalid-input` for an NFT of another network, or with an invalid contract or id.
 */
export function nftOf(network: ChainNetwork<'eip155'>, asset: CaipAssetId<'eip155'>): Nft | undefined {
  const [, chain, standard, address = '', id = ''] =
    /^([^/]+)\/(erc721|erc1155):([^/]+)\/(.*)$/s.exec(asset) ?? []
  if (standard === undefined) return undefined
  const refuse = (reason: string) =>
    latchkeyError('validation/invalid-input', { values: { field: 'asset', reason } })
  if (chain !== network.caipNetworkId) throw refuse(`${asset} is not on ${network.name}`)
  const contract = checksumAddress(address)
  if (!contract || !/^(0|[1-9]\d{0,77})$/.test(id) || BigInt(id) >= 2n ** 256n)
    throw refuse(`${asset} isn't an NFT`)
  return { standard: standard as Nft['standard'], contract, tokenId: BigInt(id) }
}

/**
 * Returns how many units of the NFT the account holds. For ERC-721, this is 1 if the account is the owner. An NFT that doesn't
 * exist has no owner.
 */
export async function readNftBalance(client: Client, nft: Nft, owner: Hex): Promise<bigint> {
  const { standard, contract: to, tokenId } = nft
  const data =
    standard === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'ownerOf', args: [tokenId] })
      : encodeFunctionData({ abi, functionName: 'balanceOf', args: [owner, tokenId] })
  let answer: Hex | undefined
  try {
    answer = (await call(client, { to, data })).data
  } catch (error) {
    if (!isLatchkeyError(chainError(error, 'eth_call'), 'node/execution-reverted')) throw error
    return 0n
  }
  if (answer?.length !== 66) throw latchkeyError('rpc/invalid-value', { values: { method: 'eth_call' } })
  if (standard === 'erc1155') return BigInt(answer)
  return BigInt(answer) === BigInt(owner) ? 1n : 0n
}

/**
 * Returns the call that transfers an NFT. If the recipient is a contract that doesn't accept the NFT, the call reverts.
 * @throws `validation/invalid-amount` for more than one unit of an ERC-721 token.
 */
export function nftTransferCall(nft: Nft, from: Hex, to: Hex, amount: bigint) {
  const { standard, contract, tokenId } = nft
  if (standard === 'erc721' && amount !== 1n)
    throw latchkeyError('validation/invalid-amount', {
      values: { reason: 'expected 1, because an ERC-721 token is unique' },
    })
  const data =
    standard === 'erc721'
      ? encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [from, to, tokenId] })
      : encodeFunctionData({ abi, functionName: 'safeTransferFrom', args: [from, to, tokenId, amount, '0x'] })
  return { to: contract, data, value: 0n }
}
