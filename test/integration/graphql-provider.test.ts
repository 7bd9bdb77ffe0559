import { getAddress, JsonRpcProvider } from 'ethers'
import { createLatchkey, externalConnector } from 'latchkey'
import { eip155 } from 'latchkey/adapters/eip155'
import type { Devnet } from 'latchkey/devnet'
import { graphql } from 'latchkey/providers/graphql'
import { memoryPlatform } from 'latchkey/testing'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { transferTokens } from '../../examples/contract-calls/eip155.ts'
import { eip155Keys } from '../support/bridged-client.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { type Loopback, loopback, quickClock } from '../support/loopback.ts'

let devnet: Devnet
let index: Loopback
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => Promise.all([index?.close(), devnet?.stop()]))

const transferTopic = '0xddf252ad1be2c89b69c2b068fc378daa952ba7f163c4a11628f55a4df523b3ef'
const addressIn = (topic = '') => getAddress(`0x${topic.slice(26)}`)

/**
 * Starts an index of a token's transfers, with the schema of docs/providers.md. It isn't a GraphQL engine: it reads the node's
 * logs, and answers only the query of this test.
 */
async function startIndex(node: JsonRpcProvider, token: string): Promise<Loopback> {
  return loopback(async ({ body }, response) => {
    const { query, variables } = JSON.parse(body) as {
      readonly query: string
      readonly variables: { readonly account: string }
    }
    expect(query).toContain('transfers(where: { account: $account }')
    const logs = await node.getLogs({ address: token, topics: [transferTopic], fromBlock: 0 })
    const items = logs
      .map(({ transactionHash: hash, topics, data, blockNumber }) => ({
        ...{ hash, from: addressIn(topics[1]), to: addressIn(topics[2]), value: String(BigInt(data)) },
        timestamp: 1_700_000_000 + blockNumber,
      }))
      .filter(({ from, to }) => [from.toLowerCase(), to.toLowerCase()].includes(variables.account))
      .reverse()
    response.setHeader('content-type', 'application/graphql-response+json')
    response.end(JSON.stringify({ data: { transfers: { items } } }))
  })
}

it("a client shows the history of transfers from its host's index", async () => {
  const [network] = devnet.networks
  const token = devnet.tokens[0]!
  const [, contract = ''] = /:(0x[\da-f]{40})$/i.exec(token.asset) ?? []
  const node = new JsonRpcProvider(network!.rpcUrls.default.http[0], undefined, { staticNetwork: true })
  index = await startIndex(node, contract)
  const latchkey = createLatchkey({
    networks: [network!],
    adapters: [eip155()],
    connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: eip155Keys(devnet).provider })],
    providers: [
      graphql({
        url: `${index.url}graphql`,
        networks: [network!.caipNetworkId],
        history: {
          query:
            'query ($account: String!) { transfers(where: { account: $account }) { items { hash from to value timestamp } } }',
          variables: ({ address }) => ({ account: address.toLowerCase() }),
          read(data) {
            const { items } = (
              data as { readonly transfers: { readonly items: readonly Record<string, never>[] } }
            ).transfers
            return {
              transactions: items.map(({ hash = '', from = '', to = '', value = '', timestamp = 0 }) => ({
                ...{ hash, at: timestamp * 1000 },
                transfers: [{ from, to, amount: value, decimals: token.decimals, symbol: token.symbol }],
              })),
            }
          },
        },
      }),
    ],
    platform: memoryPlatform({ clock: quickClock(20, 1), fetch: (input, init) => fetch(input, init) }),
    name: `graphql-${Math.random()}`,
  })
  try {
    await latchkey.connect({ connectorId: 'keys' })
    const { address: bob } = devnet.accounts.bob!.eip155!
    await transferTokens(
      latchkey,
      contract as `0x${string}`,
      bob as `0x${string}`,
      15n * 10n ** BigInt(token.decimals - 1),
    )
    expect(latchkey.activity.state.off).toBe(false)
    await latchkey.activity.load()
    const { transactions, error } = latchkey.activity.state
    expect(error).toBeUndefined()
    expect(transactions[0]).toMatchObject({
      ...{ status: 'confirmed', operation: 'send', to: bob, isPoisoning: false },
      transfers: [{ direction: 'out', quantity: '1.5', symbol: token.symbol }],
    })
    // The account got its tokens when the devnet started.
    expect(transactions.at(-1)).toMatchObject({ operation: 'receive', transfers: [{ direction: 'in' }] })
  } finally {
    await latchkey.dispose()
    node.destroy()
  }
}, 120_000)
