import { type Abi, type Client, decodeFunctionResult, encodeFunctionData, erc20Abi, hexToString } from 'viem'
import { call, getCode } from 'viem/actions'
import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import type { CaipAssetId, Hex } from '../../../core/chain/caip.ts'
import { parseCaipAssetId } from '../../../core/chain/caip-19.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { checksumAddress } from '../../shared/eip55.ts'
import { chainError } from './client.ts'

export interface Token {
  readonly decimals: number
  readonly symbol: string
  /**
   * True if the contract doesn't state the token's decimals. Amounts are then in the token's
   * smallest unit.
   */
  readonly raw?: true
}

/** The ABI of some early tokens, which return their symbol as bytes32. */
const bytesSymbolAbi = [
  {
    type: 'function',
    name: 'symbol',
    stateMutability: 'view',
    inputs: [],
    outputs: [{ type: 'bytes32' }],
  },
] as const satisfies Abi

/**
 * Returns the contract of an ERC-20 asset. Returns undefined for the native coin.
 * @throws `caip/invalid-asset-id`, `validation/invalid-input` for an asset on another network, or of another kind.
 */
export function tokenContract(
  network: ChainNetwork<'eip155'>,
  asset: CaipAssetId<'eip155'> | undefined,
): Hex | undefined {
  if (asset === undefined) return undefined
  const { networkId, assetNamespace, assetReference } = parseCaipAssetId(asset)
  const refuse = (reason: string) =>
    latchkeyError('validation/invalid-input', { values: { field: 'asset', reason } })
  if (networkId !== network.caipNetworkId) throw refuse(`${asset} is not on ${network.name}`)
  if (assetNamespace === 'slip44') return undefined
  const contract = checksumAddress(assetReference)
  if (assetNamespace !== 'erc20' || !contract) throw refuse(`${asset} isn't an ERC-20 token`)
  return contract
}

export async function readToken(client: Client, contract: Hex): Promise<Token> {
  const [decimals, symbol] = await Promise.all([
    readDecimals(client, contract),
    view(client, contract, encodeFunctionData({ abi: erc20Abi, functionName: 'symbol' })).catch(
      () => '0x' as Hex,
    ),
  ])
  if (decimals === undefined) return { decimals: 0, raw: true, symbol: symbolFrom(symbol) }
  // Decode the answer as uint256. A number above uint8 is then refused, not truncated.
  const count = decimals.length === 66 ? BigInt(decimals) : -1n
  if (count < 0n || count > 255n) throw latchkeyError('rpc/invalid-value', { values: { method: 'decimals' } })
  return { decimals: Number(count), symbol: symbolFrom(symbol) }
}

/**
 * Reads the answer of `decimals()`. Resolves with undefined if the contract doesn't have this function, which is optional in
 * ERC-20.
 */
async function readDecimals(client: Client, contract: Hex): Promise<Hex | undefined> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'decimals' })
  let answer: Hex = '0x'
  try {
    answer = await view(client, contract, data)
  } catch (error) {
    if (!isLatchkeyError(chainError(error, 'eth_call'), 'node/execution-reverted')) throw error
  }
  if (answer !== '0x') return answer
  const code = await getCode(client, { address: contract })
  return code === undefined || code === '0x' ? '0x' : undefined
}

export async function readTokenBalance(client: Client, contract: Hex, owner: Hex): Promise<bigint> {
  const data = encodeFunctionData({ abi: erc20Abi, functionName: 'balanceOf', args: [owner] })
  const answer = await view(client, contract, data)
  return decodeFunctionResult({ abi: erc20Abi, functionName: 'balanceOf', data: answer })
}

export function encodeTransfer(to: Hex, amount: bigint): Hex {
  return encodeFunctionData({ abi: erc20Abi, functionName: 'transfer', args: [to, amount] })
}

async function view(client: Client, to: Hex, data: Hex): Promise<Hex> {
  return (await call(client, { to, data })).data ?? '0x'
}

function symbolFrom(data: Hex): string {
  let text = ''
  try {
    text = decodeFunctionResult({ abi: erc20Abi, functionName: 'symbol', data })
  } catch {
    try {
      text = hexToString(decodeFunctionResult({ abi: bytesSymbolAbi, functionName: 'symbol', data }), {
        size: 32,
      })
    } catch {
      // A token may have no symbol.
    }
  }
  return tokenSymbol(text)
}
