import { expect, it, onTestFinished } from 'vitest'
import type { CaipNetworkId } from '../../../../src/core/chain/caip.ts'
import type { DataProviderFactory } from '../../../../src/core/wallet/data-provider.ts'
import type { HistoryIndex } from '../../../../src/servers/data/stored-index/history-index.ts'
import { ownNodesHandler } from '../../../../src/servers/upstream/own-nodes.ts'
import { loopback } from '../../../support/loopback.ts'

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

it('serves the NFTs of a short network, even if its node was down at the start', async () => {
  let height: string | undefined
  const node = await loopback((request, response) => {
    const answer = ({ id, method }: { id: number; method: string }) => ({
      ...{ jsonrpc: '2.0', id, result: method === 'eth_blockNumber' ? height : [] },
    })
    response.statusCode = height === undefined ? 503 : 200
    const calls = JSON.parse(request.body)
    response.end(JSON.stringify(Array.isArray(calls) ? calls.map(answer) : answer(calls)))
  })
  onTestFinished(() => node.close())
  const leftOut: string[] = []
  const data = await ownNodesHandler({
    networks: [{ ...networkOf('eip155:1'), rpcUrl: node.url }],
    now: Date.now,
    onLeftOut: (_, reason) => leftOut.push(reason),
  })
  const nfts = async () => {
    const path = `/v1/account/0x${'5'.repeat(40)}/nfts?chainId=eip155:1&projectId=app`
    const { status, body } = await data({ method: 'GET', url: new URL(path, 'http://service'), body: '' })
    return { status, body: JSON.parse(body) }
  }
  expect(await nfts()).toMatchObject({ status: 502 })
  height = '0x64'
  expect(await nfts()).toEqual({ status: 200, body: { data: [], next: null } })
  // The network turns out to be too long for a search without a start block.
  height = '0x1312d00'
  expect(await nfts()).toMatchObject({
    ...{ status: 404, body: { reasons: [{ description: 'NFTs of eip155:1 are not served' }] } },
  })
})

it.each(['eip155:1', 'cosmos:hub', `polkadot:${'9'.repeat(32)}`] as const)(
  'names a restart if the node of %s is down, because the history stays off until then',
  async (id) => {
    const index: HistoryIndex = {
      startBlocks: {},
      firstBlock: async () => undefined,
      follow: () => Promise.reject(new Error('The index must not start')),
      close: async () => {},
    }
    const leftOut: string[] = []
    const cosmos = { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0' }
    await ownNodesHandler({
      networks: [{ ...networkOf(id), ...(id === 'cosmos:hub' && { cosmos }) }],
      ...{ index, now: Date.now, onLeftOut: (_: string, reason: string) => leftOut.push(reason) },
    })
    expect(leftOut).toEqual(['The node does not answer. To try again, restart this service'])
  },
)
