import { expect, it } from 'vitest'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import type { DataProviderFactory } from '../../../../src/core/wallet/data-provider.ts'
import { ownNodesHandler } from '../../../../src/servers/upstream/own-nodes.ts'

// Latchkey doesn't know the address formats of these Bitcoin networks.
const one = `bip122:${'1'.repeat(32)}` as const
const two = `bip122:${'2'.repeat(32)}` as const
const networkOf = (id: CaipNetworkId) => ({
  ...{ id, name: id, rpcUrl: 'http://127.0.0.1:1', testnet: true },
  nativeCurrency: { name: 'Coin', symbol: 'COIN', decimals: 8 },
})

it('reports a bip122 network with an unknown address format as left out, unless a provider covers it', async () => {
  const provider: DataProviderFactory = {
    name: 'history',
    covers: ['history'],
    create: async () => ({
      serves: async (network) => network === two,
      transactions: async () => undefined,
    }),
  }
  const leftOut: (readonly [CaipNetworkId, string])[] = []
  await ownNodesHandler({
    networks: [networkOf(one), networkOf(two)],
    providers: [provider],
    now: Date.now,
    onLeftOut: (...told) => leftOut.push(told),
  })
  expect(leftOut).toEqual([[one, 'its address format is unknown']])
})
