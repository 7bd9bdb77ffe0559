import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { forward } from '../../../../src/servers/data/node-proxy.ts'
import { nodeUrls, postTo } from '../../../../src/servers/upstream/post-to.ts'
import { type Loopback, loopback } from '../../../support/loopback.ts'

const open: Loopback[] = []
afterEach(async () => {
  for (const one of open.splice(0)) await one.close()
})
interface Call {
  readonly id?: number
  readonly method: string
}
const answer = (response: ServerResponse, value: unknown, status = 200) =>
  void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))
async function node(reply: (body: Call | readonly Call[], response: ServerResponse) => void) {
  const server = await loopback(({ body }, response) => reply(JSON.parse(body), response))
  open.push(server)
  return server
}
const result = ({ id }: Call) => ({ jsonrpc: '2.0', id, result: '0x1' })
const good = () =>
  node((body, response) => answer(response, Array.isArray(body) ? body.map(result) : result(body as Call)))
const call = (method: string, id = 1) => ({ jsonrpc: '2.0', id, method, params: [] })
const methods = new Set(['eth_call', 'eth_blockNumber', 'eth_sendRawTransaction'])

describe('the nodes behind a service', () => {
  it('are its URLs in order, each once', () => {
    expect(nodeUrls({ rpcUrl: 'a', rpcUrls: ['b', 'a', 'c'] })).toEqual(['a', 'b', 'c'])
    expect(nodeUrls({ rpcUrl: 'a' })).toEqual(['a'])
  })

  it.each<[string, (body: unknown, response: ServerResponse) => void]>([
    ['is cut off', (_, response) => response.destroy()],
    ['fails', (_, response) => answer(response, {}, 503)],
    ['is busy', (_, response) => answer(response, { error: { code: 429 } }, 429)],
    ['answers HTML', (_, response) => void response.end('<html>')],
    ['answers another call', (_, response) => answer(response, { jsonrpc: '2.0', id: 7, result: '0x2' })],
    ['redirects', (_, response) => void response.writeHead(302, { location: 'http://x.example/' }).end()],
  ])('answer a read at the next URL if the first %s', async (_, reply) => {
    const [first, second] = [await node(reply as never), await good()]
    const text = await postTo([first.url, second.url])(JSON.stringify(call('eth_call')))
    expect(JSON.parse(text)).toEqual({ jsonrpc: '2.0', id: 1, result: '0x1' })
    expect(second.requests).toHaveLength(1)
  })

  it('get a call that changes something once, at the first URL', async () => {
    const [first, second] = [await node((_, response) => response.destroy()), await good()]
    const post = postTo([first.url, second.url])
    await expect(post(JSON.stringify(call('eth_sendUserOperation')))).rejects.toMatchObject({
      name: 'NodeFailure',
    })
    expect([first.requests.length, second.requests.length]).toEqual([1, 0])
  })

  it('answer with numbers as they are', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"result":18446744073709551615}'
    const exact = await loopback((_, response) => void response.end(text))
    open.push(exact)
    expect(await postTo([exact.url])(JSON.stringify(call('eth_call')))).toBe(text)
  })

  it('pass on that they are busy, and until when', async () => {
    const busy = await node((_, response) => {
      response.setHeader('retry-after', '7')
      answer(response, {}, 429)
    })
    await expect(postTo([busy.url])(JSON.stringify(call('eth_call')))).rejects.toMatchObject({
      busy: { retryAfter: '7' },
    })
  })

  it('answer each call of a batch on its own if they take no batches', async () => {
    let most = 0
    let now = 0
    const single = await node((body, response) => {
      if (Array.isArray(body))
        return answer(response, { error: { code: -32600, message: 'no batches' } }, 400)
      most = Math.max(most, ++now)
      setImmediate(() => {
        now--
        answer(
          response,
          (body as Call).id === 3 ? {} : result(body as Call),
          (body as Call).id === 3 ? 500 : 200,
        )
      })
    })
    const calls = Array.from({ length: 20 }, (_, id) => call('eth_call', id))
    const { body, status } = await forward(postTo([single.url]), methods, {
      body: JSON.stringify([...calls, call('eth_sendRawTransaction', 20)]),
    })
    expect(status).toBe(200)
    const answers = JSON.parse(body) as { id: number; result?: string; error?: { code: number } }[]
    const byId = new Map(answers.map((one) => [one.id, one]))
    expect(byId.size).toBe(21)
    expect(byId.get(0)?.result).toBe('0x1')
    expect(byId.get(3)?.error?.code).toBe(-32603)
    // A transaction that the node may have taken isn't sent again.
    expect(byId.get(20)?.error?.code).toBe(-32603)
    expect(single.requests).toHaveLength(1 + 20)
    expect(most).toBeLessThanOrEqual(6)
  })

  it("aren't asked for each call of a batch if they don't answer", async () => {
    const dead = await node((_, response) => response.destroy())
    const body = JSON.stringify(Array.from({ length: 20 }, (_, id) => call('eth_call', id)))
    await expect(forward(postTo([dead.url]), methods, { body })).rejects.toThrow('does not answer')
    // A connection that breaks is opened again once.
    expect(dead.requests.length).toBeLessThanOrEqual(2)
  })
})
