import { expect, it, onTestFinished } from 'vitest'
import { chainReader } from '../../../src/testing/readers/chain-reader.ts'
import type { NodePort } from '../../../src/testing/readers/node-port.ts'
import { failure } from '../../support/http.ts'
import { type LoopbackRequest, loopback } from '../../support/loopback.ts'

const network = {
  caipNetworkId: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  rpcUrls: { default: { http: [] } },
} as const

/** A node with one transaction. Its message names two accounts, and its address lookup tables add the others. */
const node: NodePort = {
  call: async <T>() =>
    ({
      slot: 7,
      transaction: { message: { accountKeys: ['payer', 'program'] } },
      meta: {
        err: null,
        fee: 5000,
        preBalances: [100_000, 1, 20, 300, 4000],
        postBalances: [94_990, 1, 30, 300, 4000],
        preTokenBalances: [],
        postTokenBalances: [],
        loadedAddresses: { writable: ['receiver', 'unchanged'], readonly: ['sysvar'] },
      },
    }) as T,
  get: async () => undefined,
}

it.each([
  ['payer', 100_000n, 94_990n],
  ['receiver', 20n, 30n],
  ['unchanged', 300n, 300n],
  ['sysvar', 4000n, 4000n],
  ['stranger', 0n, 0n],
])(
  'reads the change of %s in a solana transaction with address lookup tables',
  async (address, before, after) => {
    const reader = await chainReader(network, { node })
    const sent = { hash: 'one' }
    const receipt = await reader.receipt(sent)
    expect(receipt.to).toEqual(['receiver'])
    expect(await reader.change(sent, receipt, address)).toEqual({ before, after })
  },
)

it('reads the fee of a cosmos transaction in the native coin, beside a coin whose name ends with the same text', async () => {
  const cosmos = {
    caipNetworkId: 'cosmos:test-1',
    rpcUrls: { default: { http: [] } },
    cosmos: { bech32Prefix: 'cosmos', denom: 'uatom', gasPrice: '0.01' },
  } as const
  const attributes = [{ key: 'fee', value: '9stuatom,5000uatom' }]
  const tx_result = { code: 0, events: [{ type: 'tx', attributes }] }
  const port: NodePort = {
    call: async <T>() => ({ txs: [{ height: '7', tx: '', tx_result }] }) as T,
    get: async () => undefined,
  }
  const reader = await chainReader(cosmos, { node: port })
  expect((await reader.receipt({ hash: 'ab' })).fee).toBe(5000n)
})

/** Starts a node that answers each request with `reply`. Returns its URL with a password and a query. */
async function nodeWithKeys(reply: (request: LoopbackRequest) => string) {
  const server = await loopback((request, response) => void response.end(reply(request)))
  onTestFinished(() => server.close())
  return { url: `http://user:canary@${server.host}/api/?key=canary`, requests: server.requests }
}

it('reads from a URL with a password and a query', async () => {
  const node = await nodeWithKeys(({ method }) => (method === 'GET' ? 'a'.repeat(64) : '{"result":"0x1"}'))
  const reader = (caipNetworkId: 'bip122:0' | 'eip155:1') =>
    chainReader({ caipNetworkId, rpcUrls: { default: { http: [node.url] } } })
  expect(await (await reader('bip122:0')).network()).toBe(`bip122:${'a'.repeat(32)}`)
  expect(await (await reader('eip155:1')).network()).toBe('eip155:1')
  expect(node.requests.map(({ path, headers }) => [path, headers.authorization])).toEqual([
    ['/api/block-height/0?key=canary', `Basic ${btoa('user:canary')}`],
    ['/api/?key=canary', `Basic ${btoa('user:canary')}`],
  ])
})

it('removes the keys of the URL from the error of a node', async () => {
  const node = await nodeWithKeys(({ path }) => JSON.stringify({ error: { message: `refused: ${path}` } }))
  const reader = await chainReader({
    caipNetworkId: 'eip155:1',
    rpcUrls: { default: { http: [node.url] } },
  })
  expect((await failure<Error>(reader.network())).message).toBe(
    'eth_chainId: {"message":"refused: /api/?key=…"}',
  )
})
