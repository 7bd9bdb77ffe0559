import { type ChainReader, type ContractChain, chainReader } from 'latchkey/testing'
import type { ChainNetwork } from '../../src/core/chain/network.ts'

/** Reads balances and transactions directly from the nodes, for the contract suite. */
export function chainReads(
  networks: readonly ChainNetwork[],
): Pick<ContractChain, 'balance' | 'transaction'> {
  const readers = new Map<string, Promise<ChainReader>>()
  const on = (id: string) => {
    const reader = readers.get(id) ?? chainReader(networks.find(({ caipNetworkId }) => caipNetworkId === id)!)
    readers.set(id, reader)
    return reader
  }
  return {
    balance: async (network, address, asset) => (await on(network)).balance(address, asset),
    async transaction(network, hash) {
      const found = await (await on(network)).find({ hash })
      return found && { ok: found.succeeded, fee: found.fee }
    },
  }
}
