import type { IncomingMessage, ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it, vi } from 'vitest'
import type { Database } from '../../src/servers/database/database.ts'
import { upstreamHandler } from '../../src/servers/upstream/upstream-handler.ts'
import { startDesk } from '../support/desk.ts'
import { type Loopback, loopback } from '../support/loopback.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

let database: Database
beforeAll(async () => {
  database = await snapshotDatabase()
})
afterAll(() => database?.close())
const closing: (() => Promise<unknown> | unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const secret = 'OUR-KEY-0123456789'
type Answer = (request: Loopback['requests'][number], response: ServerResponse<IncomingMessage>) => void
const json =
  (value: unknown, status = 200): Answer =>
  (_, response) =>
    void response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(value))

/** Starts a data service with this answer, and a server of a host that forwards calls to this data service. */
async function world(
  answer: Answer = json({ ok: true }),
  projects: Record<string, object> = { app: {} },
  projectId = secret,
) {
  const upstream = await loopback(answer)
  closing.push(() => upstream.close())
  const data = upstreamHandler({ url: `${upstream.url}base`, projectId })
  const desk = await startDesk({ database, data, projects })
  closing.push(() => desk.stop())
  const ask = async (path: string, init: RequestInit = {}) => {
    const response = await fetch(desk.services.url + path, init)
    return { status: response.status, headers: response.headers, text: await response.text() }
  }
  return { upstream, desk, ask }
}

describe("the data service to which a host's server forwards calls", () => {
  it('receives our project id and known parameters, but nothing about the visitor', async () => {
    const { upstream, ask } = await world()
    const answer = await ask(
      '/v1/account/0xabc/balance?currency=usd&chainId=eip155:1&projectId=app&st=s&sv=1&evil=1',
      {
        headers: {
          cookie: 'a=b',
          authorization: 'Bearer x',
          'x-forwarded-for': '203.0.113.1',
          origin: 'https://app.example',
        },
      },
    )
    expect(answer).toMatchObject({ status: 200, text: '{"ok":true}' })
    expect(answer.headers.get('access-control-allow-origin')).toBe('*')
    const [asked] = upstream.requests
    const url = new URL(asked?.path ?? '', 'http://upstream')
    expect(url.pathname).toBe('/base/v1/account/0xabc/balance')
    expect(Object.fromEntries(url.searchParams)).toEqual({
      ...{ currency: 'usd', chainId: 'eip155:1', st: 's', sv: '1', projectId: secret },
    })
    expect(Object.keys(asked?.headers ?? {}).sort()).toEqual([
      ...[
        'accept',
        'accept-encoding',
        'accept-language',
        'connection',
        'host',
        'sec-fetch-mode',
        'user-agent',
      ],
    ])
  })

  it('receives our project id and only known fields if the body of a call contains a project id', async () => {
    const { upstream, ask } = await world()
    const price = { currency: 'usd', addresses: ['a'], projectId: 'app', evil: 1 }
    await ask('/v1/fungible/price', { method: 'POST', body: JSON.stringify(price) })
    const build = {
      amount: '1',
      eip155: { slippage: 1 },
      projectId: 'app',
      from: 'a',
      to: 'b',
      userAddress: 'c',
    }
    await ask('/v1/convert/build-transaction', { method: 'POST', body: JSON.stringify(build) })
    const quote = { purchaseCurrency: {}, paymentCurrency: {}, amount: '1', network: 'n', projectId: 'app' }
    await ask('/v1/onramp/quote?projectId=app', { method: 'POST', body: JSON.stringify(quote) })
    const name = { coin_type: 60, address: '0x', message: 'm', signature: 's' }
    await ask('/v1/profile/account', { method: 'POST', body: JSON.stringify(name) })
    expect(upstream.requests.map(({ path, body }) => [path, JSON.parse(body)])).toEqual([
      ['/base/v1/fungible/price', { currency: 'usd', addresses: ['a'], projectId: secret }],
      ['/base/v1/convert/build-transaction', { ...build, projectId: secret }],
      [
        `/base/v1/onramp/quote?projectId=${secret}`,
        { purchaseCurrency: {}, paymentCurrency: {}, amount: '1', network: 'n' },
      ],
      ['/base/v1/profile/account', name],
    ])
  })

  it('receives all digits of long numbers, and no body that repeats a field', async () => {
    const { upstream, ask } = await world()
    const post = (body: string) => ask('/v1/convert/build-transaction', { method: 'POST', body })
    const long = '{"projectId":"app","amount":123456789012345678901234567890,"from":"a"}'
    expect((await post(long)).status).toBe(200)
    expect(upstream.requests[0]?.body).toBe(
      `{"amount":123456789012345678901234567890,"from":"a","projectId":"${secret}"}`,
    )
    for (const twice of ['"userAddress":"a","userAddress":"b"', '"to":"a","TO":"b"'])
      expect((await post(`{"projectId":"app",${twice}}`)).status).toBe(400)
    expect(upstream.requests).toHaveLength(1)
  })

  it('receives only the node calls that read or that send a signed transaction', async () => {
    const { upstream, ask } = await world(json({ jsonrpc: '2.0', id: 1, result: '0x1' }))
    const rpc = (method: string) =>
      ask('/v1/?chainId=eip155:1&projectId=app', {
        method: 'POST',
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params: [] }),
      })
    expect(JSON.parse((await rpc('eth_blockNumber')).text).result).toBe('0x1')
    expect(JSON.parse((await rpc('debug_traceTransaction')).text).error.code).toBe(-32601)
    expect(upstream.requests.map(({ path }) => path)).toEqual([
      `/base/v1/?chainId=eip155%3A1&projectId=${secret}`,
    ])
  })

  it.each([
    ['a path outside of its API', '/v1/admin/keys?projectId=app', 'GET', 404],
    ['a path that climbs to a parent folder', '/v1/account/..%2f..%2fadmin/x?projectId=app', 'GET', 404],
    ['a path segment with an encoded slash', '/v1/identity/..%2F..%2Fadmin?projectId=app', 'GET', 400],
    [
      'a path segment that contains the start of a query',
      '/v1/identity/a%3Fprojectid=b?projectId=app',
      'GET',
      400,
    ],
    ['a path segment that is encoded twice', '/v1/identity/%252e%252e?projectId=app', 'GET', 400],
    ['a path segment that is invalid text', '/v1/identity/%ff?projectId=app', 'GET', 400],
    ['a method that the path does not allow', '/v1/convert/quotes?projectId=app', 'POST', 405],
    ['a call without a project', '/v1/onramp/options', 'GET', 401],
    ['an unknown project', '/v1/onramp/options?projectId=other', 'GET', 401],
    ['an invalid body', '/v1/sessions/a/revoke?projectId=app', 'POST', 400],
  ])('receives no request for %s', async (_, path, method, status) => {
    const { upstream, ask } = await world()
    expect((await ask(path, { method, ...(method === 'POST' && { body: 'x' }) })).status).toBe(status)
    expect(upstream.requests).toEqual([])
  })

  it("receives requests only from the project's pages", async () => {
    const { upstream, ask } = await world(undefined, { app: { origins: ['https://app.example'] } })
    const of = (headers: Record<string, string>) => ask('/v1/onramp/options?projectId=app', { headers })
    expect((await of({ origin: 'https://app.example' })).status).toBe(200)
    expect((await of({ origin: 'https://evil.example' })).status).toBe(403)
    expect((await of({ 'sec-fetch-site': 'cross-site' })).status).toBe(403)
    const name = { method: 'POST', body: '{}', headers: { origin: 'https://evil.example' } }
    expect((await ask('/v1/profile/account', name)).status).toBe(403)
    expect(upstream.requests).toHaveLength(1)
  })

  it.each<[string, Answer]>([
    ['refuses our project', json({ reasons: [{ description: `${secret} is wrong` }] }, 401)],
    ['answers with status 403', json({}, 403)],
    ['fails', json({}, 500)],
    [
      'answers with HTML',
      (_, response) => void response.writeHead(200, { 'content-type': 'text/html' }).end('<b>'),
    ],
    [
      'redirects to another address',
      (_, response) => void response.writeHead(302, { location: 'http://127.0.0.1:1/' }).end(),
    ],
    ['answers with 6 MB', json('x'.repeat(6_000_000))],
    ['hangs up', (_, response) => void response.destroy()],
  ])("causes an answer with status 502 that doesn't contain our key, if it %s", async (name, answer) => {
    const { upstream, desk, ask } = await world(answer)
    const { status, text } = await ask('/v1/onramp/options?projectId=app')
    expect(status).toBe(502)
    expect(text).not.toContain(secret)
    expect(text).not.toContain(upstream.url)
    // The server sends a read once more if the connection ends before an answer.
    expect(upstream.requests).toHaveLength(name === 'hangs up' ? 2 : 1)
    expect(desk.errors).toEqual([])
  })

  it("can refuse a request with a reason, in which the client's project id replaces our key", async () => {
    const { ask } = await world(
      json({ reasons: [{ name: 'amount', description: `too much for ${secret}` }] }, 400),
    )
    expect(await ask('/v1/convert/quotes?projectId=app&amount=1')).toMatchObject({
      status: 400,
      text: '{"reasons":[{"name":"amount","description":"too much for app"}]}',
    })
  })

  it.each(['1', 'app'])('answers with the same words and amounts if our project id is "%s"', async (ours) => {
    const amounts = { amount: '110', price: 1.1, url: 'https://app.example/app', symbol: 'app', chainId: '1' }
    const named = (id: string) => ({
      projectId: id,
      next: `/v1/x?projectId=${id}&projectId=${ours}0`,
      link: `https://pay.example/?to=${encodeURIComponent(`/x?projectId=${id}&n=1`)}`,
      asText: JSON.stringify({ projectId: id }),
    })
    const { ask } = await world(json({ ...amounts, ...named(ours) }), { page: {} }, ours)
    const { text } = await ask('/v1/onramp/options?projectId=page')
    expect(JSON.parse(text)).toEqual({ ...amounts, ...named('page') })
  })

  it.each<[string, Answer, { status: number; text: string; retryAfter?: string }]>([
    [
      'with status 429 that asks for a pause',
      (_, response) =>
        void response
          .writeHead(429, { 'content-type': 'application/json', 'retry-after': '7' })
          .end('{"status":"FAILED","reasons":[{"name":"OUR-KEY-0123456789"}]}'),
      { status: 429, text: '{"status":"FAILED","reasons":[{"name":"app"}]}', retryAfter: '7' },
    ],
    [
      'with status 429 and HTML',
      (_, response) =>
        void response.writeHead(429, { 'content-type': 'text/html', 'retry-after': '7' }).end('<b>'),
      {
        status: 429,
        text: '{"status":"FAILED","reasons":[{"name":"upstream","description":"The upstream allows fewer requests"}]}',
        retryAfter: '7',
      },
    ],
    [
      'with status 400',
      json({ status: 'FAILED', reasons: [] }, 400),
      { status: 400, text: '{"status":"FAILED","reasons":[]}' },
    ],
  ])('can refuse a request or a broadcast %s', async (_, answer, expected) => {
    const { upstream, ask } = await world(answer)
    const call = { jsonrpc: '2.0', id: 1, method: 'eth_sendRawTransaction', params: ['0x02'] }
    const post = (body: unknown) =>
      ask('/v1/?chainId=eip155:1&projectId=app', { method: 'POST', body: JSON.stringify(body) })
    const asked = [post(call), post([call]), ask('/v1/onramp/options?projectId=app')]
    for (const { status, text, headers } of await Promise.all(asked)) {
      const retryAfter = headers.get('retry-after') ?? undefined
      expect({ status, text, retryAfter }).toEqual({ retryAfter: undefined, ...expected })
    }
    expect(upstream.requests).toHaveLength(3)
  })

  it('can answer a node call with an error of the node and status 400', async () => {
    const text = '{"jsonrpc":"2.0","id":1,"error":{"code":-32000,"message":"nonce too low"}}'
    const { ask } = await world(json(JSON.parse(text), 400))
    const body = '{"jsonrpc":"2.0","id":1,"method":"eth_sendRawTransaction","params":["0x02"]}'
    const answer = await ask('/v1/?chainId=eip155:1&projectId=app', { method: 'POST', body })
    expect(answer).toMatchObject({ status: 200, text })
  })

  it('can refuse a batch and answer its calls one by one', async () => {
    const { ask } = await world((request, response) => {
      const calls = JSON.parse(request.body)
      const refusal = json({ status: 'FAILED', reasons: [] }, 400)
      const answer = Array.isArray(calls) ? refusal : json({ jsonrpc: '2.0', id: calls.id, result: '0x1' })
      answer(request, response)
    })
    const calls = [1, 2].map((id) => ({ jsonrpc: '2.0', id, method: 'eth_blockNumber', params: [] }))
    const answer = await ask('/v1/?chainId=eip155:1&projectId=app', {
      method: 'POST',
      body: JSON.stringify(calls),
    })
    expect(answer.status).toBe(200)
    expect(JSON.parse(answer.text)).toHaveLength(2)
  })

  it('is abandoned if it has not answered after ten seconds', async () => {
    const { ask } = await world(() => {})
    const limit = AbortSignal.timeout
    const limits: number[] = []
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      limits.push(ms)
      return limit.call(AbortSignal, ms / 100)
    })
    expect((await ask('/v1/onramp/options?projectId=app')).status).toBe(502)
    expect(limits).toEqual([10_000])
  })
})
