import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { accountWorld, type DataAnswer, dataServer, knows } from '../support/account-world.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'
import { loopback, quickClock } from '../support/loopback.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const node = () => here().rpcUrls.default.http[0]!

const passOn: DataAnswer = async ({ body }) => {
  const headers = { 'content-type': 'application/json' }
  return (await fetch(node(), { method: 'POST', body, headers })).json()
}
const methodsIn = (body: string) => [JSON.parse(body)].flat().map(({ method }: { method: string }) => method)

async function world(answers: Readonly<Record<string, DataAnswer>>, more: Partial<LatchkeyOptions> = {}) {
  const server = await dataServer({ 'supported-chains': knows(here()), ...answers })
  closing.push(server.close)
  const direct = await loopback(({ body }, response) => {
    void fetch(node(), { method: 'POST', body, headers: { 'content-type': 'application/json' } })
      .then((answer) => answer.text())
      .then((text) => response.end(text))
  })
  closing.push(direct.close)
  const networks = [{ ...here(), rpcUrls: { default: { http: [direct.url] } } }]
  const made = await accountWorld(devnet, {
    networks,
    endpoints: { data: server.url },
    projectId: 'project',
    // The clock runs ten times slower than real time, so that a busy machine doesn't exceed the client's limit of a second.
    clock: quickClock(0.1, 1),
    ...more,
  })
  closing.push(made.dispose)
  const adapter = await made.latchkey.adapter('eip155')
  return { ...made, server, direct, balance: () => adapter.getBalance(made.alice) }
}

describe('the nodes behind a data service', () => {
  it("are asked before the network's own nodes, in batches and without a preflight", async () => {
    const { server, direct, balance, latchkey, alice } = await world({ '/v1/': passOn })
    const adapter = await latchkey.adapter('eip155')
    const [first] = await Promise.all([
      balance(),
      adapter.getBalance(alice.replace(/f39F/i, 'f39f') as never),
      adapter.estimateFee({ from: alice, to: alice.split(':')[2]!, amount: 1n }),
    ])
    expect(first.value).toBeGreaterThan(0n)
    const posts = server.requests.filter(({ method }) => method === 'POST')
    expect(posts.length).toBeGreaterThan(0)
    for (const { path, headers } of posts) {
      expect(path).toBe(`/v1/?chainId=${encodeURIComponent(here().caipNetworkId)}&projectId=project`)
      expect(headers['content-type']).toBe('text/plain')
    }
    expect(posts.some(({ body }) => Array.isArray(JSON.parse(body)))).toBe(true)
    expect(direct.requests.map(({ body }) => body)).toEqual([])
  })

  it("aren't used if a node that the host sets answers", async () => {
    const { server, direct, balance } = await world(
      { '/v1/': passOn },
      { customRpcUrls: { [here().caipNetworkId]: [{ url: node() }] } },
    )
    await balance()
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
    expect(direct.requests.map(({ body }) => body)).toEqual([])
  })

  it("are replaced by the network's own nodes for a method that the service refuses", async () => {
    const { server, direct, balance } = await world({
      '/v1/': async (request) =>
        methodsIn(request.body).includes('eth_getBalance')
          ? {
              jsonrpc: '2.0',
              id: JSON.parse(request.body).id,
              error: { code: -32601, message: 'not supported' },
            }
          : passOn(request),
    })
    expect((await balance()).value).toBeGreaterThan(0n)
    expect(server.requests.filter(({ method }) => method === 'POST').length).toBeGreaterThan(0)
    expect(direct.requests.length).toBeGreaterThan(0)
  })

  it.each<[string, Record<string, DataAnswer>]>([
    ['does not know the network', { 'supported-chains': () => ({ http: ['eip155:1'], ws: [] }) }],
    ['is down', { 'supported-chains': () => (response: ServerResponse) => response.writeHead(400).end() }],
    ['answers with HTML', { 'supported-chains': () => (response: ServerResponse) => response.end('<html>') }],
  ])('are not used when the service %s', async (_, answers) => {
    const { server, direct, balance } = await world({ ...answers, '/v1/': passOn })
    expect((await balance()).value).toBeGreaterThan(0n)
    expect(server.requests.filter(({ method }) => method === 'POST')).toEqual([])
    expect(direct.requests.length).toBeGreaterThan(0)
  })

  it('delay a request by at most a second if the service never answers', async () => {
    const clock = quickClock(1)
    const { balance } = await world({ 'supported-chains': () => () => {} }, { clock } as never)
    expect((await balance()).value).toBeGreaterThan(0n)
    expect(clock.delays).toContain(1000)
  })

  it('are not used if they serve another network', async () => {
    const { direct, balance } = await world({
      '/v1/': ({ body }) => {
        const calls = [JSON.parse(body)].flat()
        const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
        return calls.length > 1 ? answers : answers[0]
      },
    })
    expect((await balance()).value).toBeGreaterThan(1n)
    expect(direct.requests.length).toBeGreaterThan(0)
  })
})
