import type { ServerResponse } from 'node:http'
import nock from 'nock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import type { LatchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, loopback } from '../../support/loopback.ts'
import { rpcPool } from '../../support/rpc.ts'

const status = (code: number, headers?: Record<string, string>) =>
  new Response('no', headers ? { status: code, headers } : { status: code })
const refusal = (id: number, error: unknown) => ({ jsonrpc: '2.0', id, error })

describe('a failed RPC read', () => {
  it.each([403, 408, 413, 429, 500, 502, 503, 504])('is retried three times on HTTP %i', async (code) => {
    const node = fakeEndpoint(() => status(code))
    const { ask, pauses, clock } = rpcPool(node.fetch)
    expect(await failure(ask('eth_blockNumber'))).toMatchObject({ message: `HTTP status code: ${code}` })
    expect(node.posts).toHaveLength(4)
    expect(pauses()).toEqual([150, 300, 600])
    expect(clock.pending).toBe(0)
  })

  it.each([400, 401, 404, 405, 501])('is not retried on HTTP %i', async (code) => {
    const node = fakeEndpoint(() => status(code))
    expect(await failure(rpcPool(node.fetch).ask('eth_blockNumber'))).toMatchObject({ status: code })
    expect(node.posts).toHaveLength(1)
  })

  it.each([400, 401, 404, 405, 501])('is not retried on HTTP %i with an error in its body', async (code) => {
    const node = fakeEndpoint(([call]) =>
      Response.json(refusal(call!.id as number, { code: -32603, message: 'no such project' }), {
        status: code,
      }),
    )
    const failed = await failure(rpcPool(node.fetch).ask('eth_blockNumber'))
    expect(failed).toMatchObject({ code: 'rpc/internal', details: 'no such project' })
    expect(node.posts).toHaveLength(1)
  })

  it('is retried on HTTP 500 with an error in its body', async () => {
    const node = fakeEndpoint(([call]) =>
      Response.json(refusal(call!.id as number, { code: -32603, message: 'busy' }), { status: 500 }),
    )
    expect(await failure(rpcPool(node.fetch).ask('eth_blockNumber'))).toMatchObject({ code: 'rpc/internal' })
    expect(node.posts).toHaveLength(4)
  })

  it('is retried after 2,000 ms if the endpoint asks for this pause', async () => {
    const node = fakeEndpoint((calls, { index }) =>
      index === 0 ? status(429, { 'retry-after': '2' }) : answers(calls, () => '0x1'),
    )
    const { ask, pauses } = rpcPool(node.fetch)
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(pauses()).toEqual([2000])
  })

  it('is retried after a network error', async () => {
    const node = fakeEndpoint((calls, { index }) => {
      if (index < 2) throw new TypeError('fetch failed')
      return answers(calls, () => '0x1')
    })
    expect(await rpcPool(node.fetch).ask('eth_blockNumber')).toBe('0x1')
    expect(node.posts).toHaveLength(3)
  })

  it('closes its socket when the caller aborts', async () => {
    const server = await loopback(() => {})
    try {
      const { pool, clock } = rpcPool((input, init) => fetch(input, init), { urls: [server.url] })
      const controller = new AbortController()
      const call = failure(pool.request({ method: 'eth_blockNumber' }, { signal: controller.signal }))
      await expect.poll(() => server.requests.length, { message: 'the request arrives' }).toBe(1)
      controller.abort('enough')
      expect(await call).toMatchObject({ code: 'flow/aborted', cause: 'enough' })
      await expect
        .poll(() => server.requests[0]?.socket.destroyed, { message: 'the socket closes' })
        .toBe(true)
      expect(server.requests).toHaveLength(1)
      expect(clock.pending).toBe(0)
    } finally {
      await server.close()
    }
  })

  it.each([
    ['never answers', () => {}],
    ['stalls after the headers', (response: ServerResponse) => void response.write('{"js')],
  ])('has 10,000 ms per attempt when the endpoint %s', async (_, behave) => {
    const server = await loopback((_request, response) => behave(response))
    try {
      const { ask, clock } = rpcPool((input, init) => fetch(input, init), { urls: [server.url], retries: 1 })
      const start = clock.now()
      const error = await failure<LatchkeyError>(ask('eth_blockNumber'))
      expect(error).toMatchObject({
        code: 'http/timeout',
        message: `${server.host} did not answer within 10000 ms`,
      })
      expect(clock.delays).toEqual([10_000, 150, 10_000])
      expect(clock.now() - start).toBeGreaterThan(19_000)
      expect(server.requests).toHaveLength(2)
      expect(clock.pending).toBe(0)
    } finally {
      await server.close()
    }
  })

  it.each([-1, -32005, -32603, 429])('is retried on code %i', async (code) => {
    const node = fakeEndpoint(([call]) => refusal(call!.id, { code, message: 'later' }))
    await failure(rpcPool(node.fetch).ask('eth_blockNumber'))
    expect(node.posts).toHaveLength(4)
  })

  it.each([
    -32700, -32600, -32601, -32602, -32000, -32001, -32002, -32003, -32004, -32006, 3, 4001, 4100, 4200, 5000,
    12345,
  ])('is not retried on code %i', async (code) => {
    const node = fakeEndpoint(([call]) => refusal(call!.id, { code, message: 'no' }))
    await failure(rpcPool(node.fetch).ask('eth_blockNumber'))
    expect(node.posts).toHaveLength(1)
  })

  it.each([
    [-32700, 'rpc/parse'],
    [-32600, 'rpc/invalid-request'],
    [-32601, 'rpc/method-unsupported'],
    [-32602, 'rpc/invalid-params'],
    [-32603, 'rpc/internal'],
    [-32000, 'rpc/invalid-input'],
    [-32001, 'rpc/not-found'],
    [-32002, 'rpc/unavailable'],
    [-32003, 'rpc/transaction-rejected'],
    [-32004, 'rpc/method-unsupported'],
    [-32005, 'rpc/limit-exceeded'],
    [-32006, 'rpc/version'],
    [4001, 'wallet/user-rejected'],
    [5000, 'wallet/user-rejected'],
    [5750, 'calls/upgrade-rejected'],
    [99, 'rpc/unknown'],
  ])("has Latchkey's code for the node's code %i", async (code, ours) => {
    const node = fakeEndpoint(([call]) => refusal(call!.id, { code, message: 'no' }))
    expect(await failure(rpcPool(node.fetch, { retries: 0 }).ask('eth_call'))).toMatchObject({ code: ours })
  })

  it("has the node's message if the HTTP status is 400 or 500", async () => {
    const reverted = { code: 3, message: 'execution reverted: too late' }
    for (const code of [400, 500]) {
      const node = fakeEndpoint(([call]) => Response.json(refusal(call!.id, reverted), { status: code }))
      expect(await failure(rpcPool(node.fetch).ask('eth_call'))).toMatchObject({
        code: 'node/execution-reverted',
        message: 'The contract reverted the call: too late',
      })
      expect(node.posts).toHaveLength(1)
    }
  })

  it.each([
    ['HTML', '<!doctype html><h1>Hello</h1>'],
    ['cut-off JSON', '{"jsonrpc":"2.0","id":1,"res'],
    ['a body of 10 MB', `"${'x'.repeat(10_000_000)}"`],
  ])('fails with http/invalid-body after an answer with %s', async (_, body) => {
    const node = fakeEndpoint(() => new Response(body))
    expect(await failure(rpcPool(node.fetch).ask('eth_call'))).toMatchObject({ code: 'http/invalid-body' })
    expect(node.posts).toHaveLength(4)
  })

  it.each<[string, unknown]>([
    ['a result and an error', { jsonrpc: '2.0', id: 1, result: 1, error: { code: -32000 } }],
    ['neither a result nor an error', { jsonrpc: '2.0', id: 1 }],
    ['no version', { id: 1, result: 1 }],
    ['another version', { jsonrpc: '1.0', id: 1, result: 1 }],
    ['the id of another call', { jsonrpc: '2.0', id: 77, result: 1 }],
    ['no id', { jsonrpc: '2.0', result: 1 }],
    ['the error of another call', { jsonrpc: '2.0', id: 77, error: { code: 3 } }],
    ['null', null],
    ['a text', 'ok'],
    ['a list', [{ jsonrpc: '2.0', id: 1, result: 1 }]],
  ])('fails with rpc/invalid-response after an invalid answer: %s', async (_, answer) => {
    const node = fakeEndpoint(() => answer)
    const error = await failure(rpcPool(node.fetch, { retries: 0 }).ask('eth_call'))
    expect(error).toMatchObject({ code: 'rpc/invalid-response' })
  })

  it('an answer is valid if its result and its error are null', async () => {
    const node = fakeEndpoint(([call], { index }) => {
      return { jsonrpc: '2.0', id: index ? String(call!.id) : call!.id, result: null, error: null }
    })
    const { ask } = rpcPool(node.fetch)
    expect(await ask('eth_getTransactionReceipt', '0x1')).toBeNull()
    expect(await ask('eth_getTransactionReceipt', '0x1')).toBeNull()
  })

  it('has the error of an answer without an id', async () => {
    const node = fakeEndpoint(() => refusal(null as never, { code: -32700, message: 'parse error' }))
    expect(await failure(rpcPool(node.fetch).ask('eth_call'))).toMatchObject({ code: 'rpc/parse' })
  })

  it('is never sent if its parameters are not JSON', async () => {
    const node = fakeEndpoint(() => 'not expected')
    expect(await failure(rpcPool(node.fetch).ask('eth_call', 1n))).toMatchObject({
      code: 'rpc/invalid-params',
    })
    expect(node.posts).toHaveLength(0)
  })
})

describe('the endpoint in an error', () => {
  const secret = 'https://user:pa%24s@node.example:8443/v2/secret-key?token=hidden'
  const tells = (error: unknown) => {
    const parts: unknown[] = []
    for (let at = error as Error & { details?: unknown }; at; at = at.cause as typeof at)
      parts.push(at.message, at.stack, at.details, JSON.stringify(at))
    return parts.join('\n')
  }

  it('is shown only as its host', async () => {
    const node = fakeEndpoint(() => {
      throw new TypeError('fetch failed')
    })
    const { ask } = rpcPool(node.fetch, { urls: [secret], retries: 0 })
    const error = await failure<LatchkeyError>(ask('eth_call'))
    expect(error).toMatchObject({
      code: 'rpc/unreachable',
      message: 'The endpoint node.example:8443 cannot be reached',
    })
    expect(tells(error)).not.toMatch(/secret-key|hidden|pa\$s|pa%24s/)
  })

  it('is not shown if its URL is invalid', async () => {
    const { ask } = rpcPool(fetch, { urls: ['not a url/secret-key'], retries: 0 })
    const error = await failure(ask('eth_call'))
    expect(error).toMatchObject({ code: 'rpc/unreachable' })
    expect(tells(error)).not.toContain('secret-key')
  })

  it('gets the password of its URL in a header', async () => {
    const sent: [string, RequestInit | undefined][] = []
    const { ask } = rpcPool(
      async (input, init) => {
        sent.push([String(input), init])
        return Response.json({ jsonrpc: '2.0', id: 1, result: 'ok' })
      },
      { urls: [secret] },
    )
    expect(await ask('eth_call')).toBe('ok')
    expect(sent[0]?.[0]).toBe('https://node.example:8443/v2/secret-key?token=hidden')
    expect(sent[0]?.[1]?.headers).toMatchObject({ authorization: `Basic ${btoa('user:pa$s')}` })
  })

  it.each([
    ['a `%` that encodes nothing', 'p%ss', 'p%ss'],
    ['a `%` that encodes nothing, and an encoded character', 'p%s%20s', 'p%s s'],
    ['an encoded character that is not in Latin-1', 'p%E2%82%AC', 'p€'],
    ['a character that is not in Latin-1', 'p€', 'p€'],
  ])('gets a password with %s in a header, in UTF-8', async (_, written, password) => {
    const sent: [string, RequestInit | undefined][] = []
    const { ask } = rpcPool(
      async (input, init) => {
        sent.push([String(input), init])
        return Response.json({ jsonrpc: '2.0', id: 1, result: 'ok' })
      },
      { urls: [`https://user:${written}@node.example/`] },
    )
    expect(await ask('eth_call')).toBe('ok')
    const basic = Buffer.from(`user:${password}`).toString('base64')
    expect(sent).toMatchObject([['https://node.example/', { headers: { authorization: `Basic ${basic}` } }]])
  })

  it('is reported as missing if the network has no endpoint', async () => {
    expect(await failure(rpcPool(fetch, { urls: [] }).ask('eth_call'))).toMatchObject({
      code: 'network/no-endpoint',
    })
  })
})

describe('RPC over HTTP, mocked by nock', () => {
  beforeAll(() => {
    // An earlier test file may have deactivated nock.
    if (!nock.isActive()) nock.activate()
    nock.disableNetConnect()
  })
  afterEach(() => nock.cleanAll())
  afterAll(() => {
    nock.enableNetConnect()
    nock.restore()
  })

  it('sends one POST with JSON per call', async () => {
    nock('https://node.example')
      .post('/v1/key', { jsonrpc: '2.0', id: 1, method: 'eth_getBalance', params: ['0x1', 'latest'] })
      .matchHeader('content-type', 'application/json')
      .reply(200, { jsonrpc: '2.0', id: 1, result: '0x2a' })
    const { ask } = rpcPool((input, init) => fetch(input, init))
    expect(await ask('eth_getBalance', '0x1', 'latest')).toBe('0x2a')
  })

  it('retries until the endpoint recovers, at most three times', async () => {
    const node = nock('https://node.example').post('/v1/key').times(2).reply(502, '<html>')
    node.post('/v1/key').reply(200, { jsonrpc: '2.0', id: 3, result: '0x1' })
    node.post('/v1/key').times(3).reply(500).post('/v1/key').reply(504)
    const { ask, pauses } = rpcPool((input, init) => fetch(input, init))
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(await failure(ask('eth_blockNumber'))).toMatchObject({ status: 504 })
    expect(pauses()).toEqual([150, 300, 150, 300, 600])
    expect(node.isDone()).toBe(true)
  })
})
