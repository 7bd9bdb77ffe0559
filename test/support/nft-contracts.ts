import { createRequire } from 'node:module'
import { type Abi, type Address, createTestClient, type Hex, http, publicActions, walletActions } from 'viem'
import { receiptOf } from './receipt.ts'

const require = createRequire(
  createRequire(import.meta.url).resolve('@uniswap/swap-router-contracts/package.json'),
)
/**
 * Reads a compiled contract from OpenZeppelin's npm package. Version 3.4.2 contains contracts that are ready to deploy.
 */
const artifact = (name: string) =>
  require(`@openzeppelin/contracts/build/contracts/${name}.json`) as { abi: Abi; bytecode: Hex }

/** The owner of the contracts. anvil signs for this account. */
const maker: Address = '0x3a7ce70000000000000000000000000000000721'

const chainOf = (url: string) =>
  createTestClient({ mode: 'anvil', account: maker, transport: http(url), pollingInterval: 10 })
    .extend(publicActions)
    .extend(walletActions)

/**
 * Deploys real ERC-721 and ERC-1155 contracts to a local node. `metadata` is the start of the metadata URLs. ERC-721
 * appends the token's id, and ERC-1155 appends `{id}`.
 */
export async function deployNfts(url: string, metadata: string) {
  const chain = chainOf(url)
  await chain.impersonateAccount({ address: maker })
  await chain.setBalance({ address: maker, value: 10n ** 20n })
  const deploy = async (name: string, args: readonly unknown[]) => {
    const { abi, bytecode } = artifact(name)
    const hash = await chain.deployContract({ abi, bytecode, args, chain: null, gas: 20_000_000n })
    const { contractAddress } = await receiptOf(chain, hash)
    if (!contractAddress) throw new Error(`${name} was not deployed`)
    return { abi, address: contractAddress }
  }
  const erc721 = await deploy('ERC721PresetMinterPauserAutoId', ['Lighthouses', 'LGHT', metadata])
  const erc1155 = await deploy('ERC1155PresetMinterPauser', [`${metadata}{id}`])
  const send = async (to: { abi: Abi; address: Address }, functionName: string, args: readonly unknown[]) => {
    const hash = await chain.writeContract({ ...to, functionName, args, chain: null })
    const { status } = await receiptOf(chain, hash)
    if (status !== 'success') throw new Error(`${functionName} reverted`)
  }
  return {
    erc721: erc721.address,
    erc1155: erc1155.address,
    /** Mints the next ERC-721 token. The ids count from 0. */
    mint: (to: Address) => send(erc721, 'mint', [to]),
    mintSome: (to: Address, id: bigint, amount: bigint) => send(erc1155, 'mint', [to, id, amount, '0x']),
    mintBatch: (to: Address, ids: readonly bigint[], amounts: readonly bigint[]) =>
      send(erc1155, 'mintBatch', [to, ids, amounts, '0x']),
    /** Returns the token's owner, according to the node. */
    ownerOf: (id: bigint) =>
      chain.readContract({ ...erc721, functionName: 'ownerOf', args: [id] }) as Promise<Address>,
    balanceOf: (owner: Address, id: bigint) =>
      chain.readContract({ ...erc1155, functionName: 'balanceOf', args: [owner, id] }) as Promise<bigint>,
    /** Transfers a token from its owner. */
    async move(from: Address, to: Address, id: bigint) {
      await chain.impersonateAccount({ address: from })
      // Set a balance only for an account without one, because other tests rely on the balances of their accounts.
      if ((await chain.getBalance({ address: from })) === 0n)
        await chain.setBalance({ address: from, value: 10n ** 18n })
      const args = [from, to, id]
      const hash = await chain.writeContract({
        ...{ ...erc721, functionName: 'transferFrom', args, account: from, chain: null },
      })
      await receiptOf(chain, hash)
      await chain.stopImpersonatingAccount({ address: from })
    },
    chain,
  }
}
export type NftContracts = Awaited<ReturnType<typeof deployNfts>>
