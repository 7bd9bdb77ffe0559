import { request } from 'node:http'
import { Hono } from 'hono'
import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import type { AppOptions } from '../../examples/sign-in-server/app.ts'
import { networkOf } from '../../examples/sign-in-server/client-address.ts'
import { readConfig } from '../../examples/sign-in-server/config.ts'
import { rateLimit } from '../../examples/sign-in-server/rate-limit.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { newAccount } from '../support/sign-in-accounts.ts'
import { memoryDatabase, type RunningServer, startSignInServer } from '../support/sign-in-server.ts'
import { signed, visitor } from '../support/sign-in-visitor.ts'

let database: Database
const servers: RunningServer[] = []
/** A server with the default options. */
let usual: RunningServer

beforeAll(async () => {
  database = await memoryDatabase()
  usual = await start()
})
afterAll(async () => {
  for (const server of servers) {
    await server.close()
    expect(server.errors).toEqual([])
  }
  await database?.close()
})

async function start(options: Partial<AppOptions> = {}): Promise<RunningServer> {
  const server = await startSignInServer({ database, rates: { nonces: 1000, signIns: 1000 }, ...options })
  servers.push(server)
  return server
}

const own = { 'x-latchkey-sign-in': '1', 'content-type': 'application/json' }
const changing = [
  ['POST', '/auth/nonce'],
  ['POST', '/auth/sessions'],
  ['PUT', '/auth/sessions'],
  ['DELETE', '/auth/sessions'],
  ['DELETE', '/auth/sessions/eip155:1/0x0000000000000000000000000000000000000001'],
  ['DELETE', '/auth/everywhere'],
] as const

describe('a page of another origin', () => {
  it.each(changing)('changes nothing with %s %s', async (method, path) => {
    const { url } = await start()
    const account = await newAccount.eip155()
    const browser = visitor(url)
    await browser.signIn(account)
    const cookie = [...browser.cookies].map((pair) => pair.join('=')).join('; ')
    const ask = async (headers: Record<string, string>) => {
      const body = method.startsWith('P') ? { body: '{}' } : {}
      const answer = await fetch(`${url}${path}`, { method, headers: { cookie, ...headers }, ...body })
      return [answer.status, (await answer.json()).code, answer.headers.getSetCookie()]
    }
    // A form on any page can send these requests.
    expect(await ask({ 'content-type': 'text/plain' })).toEqual([403, 'request/no-header', []])
    expect(await ask({ origin: url })).toEqual([403, 'request/no-header', []])
    expect(await ask({ ...own, 'x-latchkey-sign-in': '' })).toEqual([403, 'request/no-header', []])
    for (const origin of [
      'https://evil.example',
      'null',
      `${url}.evil.example`,
      url.replace('http', 'https'),
    ])
      expect(await ask({ ...own, origin }), origin).toEqual([403, 'request/foreign-origin', []])
    expect(await browser.sessionsOf(account)).toHaveLength(1)
  })

  it('can neither read nor send anything, because the server allows no other origin', async () => {
    const { url } = await start()
    for (const method of ['GET', 'OPTIONS']) {
      const { headers } = await fetch(`${url}/auth/sessions`, {
        method,
        headers: { origin: 'https://evil.example', 'access-control-request-method': 'POST' },
      })
      expect(headers.get('access-control-allow-origin')).toBeNull()
    }
  })

  it('can use the cookie and read refusals if the server allows the origin', async () => {
    const { url } = await start({ origins: ['https://app.example'], domains: ['app.example'] })
    const allowed = {
      'access-control-allow-origin': 'https://app.example',
      'access-control-allow-credentials': 'true',
    }
    const headers = { ...own, origin: 'https://app.example' }
    const preflight = await fetch(`${url}/auth/sessions`, {
      method: 'OPTIONS',
      headers: {
        origin: 'https://app.example',
        'access-control-request-method': 'PUT',
        'access-control-request-headers': 'content-type,x-latchkey-sign-in',
      },
    })
    expect(preflight.status).toBe(204)
    expect(Object.fromEntries(preflight.headers)).toMatchObject({
      ...allowed,
      'access-control-allow-methods': expect.stringMatching(/PUT.*DELETE/),
      'access-control-allow-headers': expect.stringContaining('x-latchkey-sign-in'),
    })
    const refused = await fetch(`${url}/auth/sessions`, { method: 'POST', headers, body: '{}' })
    expect(refused.status).toBe(400)
    expect(Object.fromEntries(refused.headers)).toMatchObject(allowed)
  })
})

it("the cookie of a server that is not on loopback is limited to https and to the server's host", async () => {
  const { url } = await start({ origins: ['https://app.example'], domains: ['app.example'] })
  const browser = visitor(url, { origin: 'https://app.example' })
  const account = await newAccount.eip155()
  await browser.signIn(account)
  expect([...browser.cookies.keys()]).toEqual(['__Host-sign-in'])
  for (const line of browser.setCookies)
    expect(line.split('; ').slice(1)).toEqual(
      expect.arrayContaining(['Secure', 'HttpOnly', 'SameSite=Lax', 'Path=/']),
    )
  expect(await browser.sessionsOf(account)).toHaveLength(1)
})

it('a sign-in must be for the configured domain, whatever the host header says', async () => {
  const { url, domain } = await start({ domains: ['app.example'] })
  const account = await newAccount.eip155()
  await expect(visitor(url, { domain }).signIn(account)).rejects.toMatchObject({ code: 'siwx/wrong-domain' })
})

describe('a flood of requests', () => {
  it('for nonces or sign-ins is refused for the rest of the minute', async () => {
    const clock = manualClock()
    const { url } = await start({ now: clock.now, rates: { nonces: 3, signIns: 2 } })
    const ask = async (path: string) => {
      const answer = await fetch(`${url}/auth${path}`, { method: 'POST', headers: own, body: '{}' })
      return [answer.status, answer.headers.get('retry-after')]
    }
    for (let times = 0; times < 3; times++) expect(await ask('/nonce')).toEqual([200, null])
    for (let times = 0; times < 2; times++) expect(await ask('/sessions')).toEqual([400, null])
    await clock.advance(20_500)
    expect(await ask('/nonce')).toEqual([429, '40'])
    expect(await ask('/sessions')).toEqual([429, '40'])
    expect((await fetch(`${url}/auth/sessions`)).status).toBe(200)
    await clock.advance(39_500)
    expect(await ask('/nonce')).toEqual([200, null])
  })

  it('is refused for at most a minute after the clock is set back', async () => {
    const hour = 3_600_000
    let at = 10 * hour
    const app = new Hono()
      .use(rateLimit({ most: 1, now: () => at, clientOf: () => '192.0.2.1' }))
      .get('/', (c) => c.text('ok'))
    const ask = async () => {
      const { status, headers } = await app.request('/')
      return [status, headers.get('retry-after')]
    }
    expect(await ask()).toEqual([200, null])
    at -= hour
    expect([await ask(), await ask()]).toEqual([
      [200, null],
      [429, '60'],
    ])
    at += 60_000
    expect(await ask()).toEqual([200, null])
  })

  it('is counted by the address that our own proxy reports', async () => {
    const { url } = await start({ proxies: 1, rates: { nonces: 1, signIns: 1 } })
    const direct = await start({ rates: { nonces: 1, signIns: 1 } })
    const ask = async (url: string, forwarded: string) =>
      (
        await fetch(`${url}/auth/nonce`, {
          method: 'POST',
          headers: { ...own, 'x-forwarded-for': forwarded },
          body: '{}',
        })
      ).status
    expect(await ask(url, '203.0.113.1')).toBe(200)
    expect(await ask(url, '203.0.113.2')).toBe(200)
    expect(await ask(url, '198.51.100.7, 203.0.113.1')).toBe(429)
    expect(await ask(url, '203.0.113.1:54321')).toBe(429)
    expect([await ask(url, '[2001:db8::1]:1'), await ask(url, '[2001:db8::1]:2')]).toEqual([200, 429])
    // If the header's value isn't an address, the request counts as a request from the proxy.
    expect([await ask(url, 'made-up-1'), await ask(url, 'made-up-2')]).toEqual([200, 429])
    expect(await ask(direct.url, '203.0.113.1')).toBe(200)
    expect(await ask(direct.url, '203.0.113.2')).toBe(429)
  })

  it('from one IPv6 network counts as a flood from one client', () => {
    expect(networkOf('2001:db8:0:1::5')).toBe('2001:db8:0:1')
    expect(networkOf('2001:DB8:0000:1:ffff::')).toBe('2001:db8:0:1')
    expect(networkOf('::1')).toBe('0:0:0:0')
    expect(networkOf('fe80::1%eth0')).toBe('fe80:0:0:0')
    expect(networkOf('::ffff:203.0.113.1')).toBe('203.0.113.1')
    expect(networkOf('203.0.113.1')).toBe('203.0.113.1')
  })
})

describe('a flood from many networks', () => {
  it('leaves room for other networks, and for visitors who sent a request before the flood', async () => {
    const app = new Hono()
      .use(
        rateLimit({ most: 2, now: () => 0, size: 50, clientOf: (c) => networkOf(c.req.query('from') ?? '') }),
      )
      .get('/', (c) => c.text('ok'))
    const ask = async (from: string) => (await app.request(`/?from=${encodeURIComponent(from)}`)).status
    expect(await ask('192.0.2.1')).toBe(200)
    for (let at = 1; at < 5000; at++) {
      await ask(`2001:db8:${(at >> 4).toString(16)}:${at.toString(16)}::1`)
      await ask(`198.51.${at >> 8}.${at & 255}`)
    }
    expect([await ask('192.0.2.1'), await ask('192.0.2.1')]).toEqual([200, 429])
    // The network of the flood has used up the limit for all its clients.
    expect(await ask('2001:db8:ffff::1')).toBe(429)
    for (const visitor of ['203.0.113.1', '2001:db9::1', '2a00:1::1'])
      expect(await ask(visitor), visitor).toBe(200)
  })
})

describe('a hostile request', () => {
  const deep = (open: string, close: string) => open.repeat(60_000) + close.repeat(60_000)
  const text = { message: 'x', signature: 'x' }
  it.each<[string, string, number, string]>([
    ['nothing', '', 400, 'request/invalid-body'],
    ['an HTML page', '<!doctype html><title>Sign in</title>', 400, 'request/invalid-body'],
    ['a list', '[]', 400, 'request/invalid-body'],
    ['null', 'null', 400, 'request/invalid-body'],
    ['no sessions', '{"sessions":[]}', 400, 'request/invalid-body'],
    ['a session that is null', '{"sessions":[null]}', 400, 'request/invalid-body'],
    [
      'more sessions than allowed',
      JSON.stringify({ sessions: Array(21).fill(text) }),
      400,
      'request/invalid-body',
    ],
    [
      'sessions in `__proto__`',
      '{"__proto__":{"sessions":[{"message":"x","signature":"x"}]}}',
      400,
      'request/invalid-body',
    ],
    [
      'a session whose fields are in `__proto__`',
      '{"sessions":[{"__proto__":{"message":"x","signature":"x"}}]}',
      400,
      'request/invalid-body',
    ],
    ['an invalid message', JSON.stringify({ sessions: [text] }), 401, 'siwx/invalid-message'],
    ['lists in lists', `{"sessions":${deep('[', ']')}}`, 400, 'request/invalid-body'],
    [
      'objects in objects',
      `{"sessions":[{"message":"x","signature":"x","cacao":${'{"h":'.repeat(30_000)}1${'}'.repeat(30_000)}}]}`,
      400,
      'request/invalid-body',
    ],
    [
      'a CACAO with a number',
      JSON.stringify({ sessions: [{ ...text, cacao: { h: { t: 1 } } }] }),
      400,
      'request/invalid-body',
    ],
    [
      '256 kB of text',
      JSON.stringify({ sessions: [{ ...text, message: 'x'.repeat(256 * 1024) }] }),
      413,
      'request/too-large',
    ],
  ])('with %s as its body is refused with an error in JSON', async (_, body, status, code) => {
    const { url } = usual
    for (const method of ['POST', 'PUT']) {
      const answer = await fetch(`${url}/auth/sessions`, { method, headers: own, body })
      expect(answer.headers.get('content-type')).toBe('application/json')
      expect([answer.status, await answer.json()]).toEqual([status, { code }])
    }
    expect(Object.keys(Object.prototype)).toEqual([])
  })

  it('without a Content-Length is cut off when its body gets too large', async () => {
    const { url } = usual
    const answer = await new Promise<{ status: number | undefined; body: string }>((resolve, reject) => {
      const call = request(`${url}/auth/sessions`, { method: 'POST', headers: own }, (response) => {
        let body = ''
        response.on('data', (chunk) => {
          body += chunk
        })
        response.on('end', () => resolve({ status: response.statusCode, body }))
      })
      call.on('error', reject)
      for (let times = 0; times < 5; times++) call.write(' '.repeat(64 * 1024))
      call.end('{}')
    })
    expect(answer).toEqual({ status: 413, body: '{"code":"request/too-large"}' })
  })

  it('with unknown fields is accepted without these fields', async () => {
    const { url } = usual
    const account = await newAccount.eip155()
    const browser = visitor(url)
    const session = await signed(account, await browser.messageFor(account))
    const text = JSON.stringify({ sessions: [{ ...session, admin: true, user_id: 'x' }] })
    const body = text.replace('"admin"', '"__proto__":{"admin":true},"constructor":{"prototype":{}},"admin"')
    expect((await browser.ask('POST', '/auth/sessions', body)).status).toBe(200)
    const answer = await (await browser.ask('GET', '/auth/sessions')).json()
    expect(answer).toEqual({ sessions: [session] })
  })

  it.each(['%00', '%', "'; drop table users --", '%F0%9F%92%A9', '..%2f..%2f'])(
    'with `%s` as an address in its path is refused',
    async (address) => {
      const { url } = usual
      const browser = visitor(url)
      await browser.signIn(await newAccount.eip155())
      const answer = await browser.ask('DELETE', `/auth/sessions/eip155:1/${address}`)
      expect([answer.status, await answer.json()]).toEqual([400, { code: 'request/invalid-account' }])
    },
  )
})

describe('every answer', () => {
  it('is uncached JSON, also for unknown paths', async () => {
    const { url } = usual
    for (const [path, status] of [
      ['/', 404],
      ['/auth', 404],
      ['/auth/nonce', 404],
      ['/healthz', 200],
      ['/auth/sessions', 200],
      ['/auth/me', 401],
    ] as const) {
      const answer = await fetch(`${url}${path}`)
      expect(answer.status, path).toBe(status)
      expect(answer.headers.get('content-type'), path).toBe('application/json')
      expect(answer.headers.get('cache-control'), path).toBe('no-store')
      expect(await answer.json(), path).toBeTypeOf('object')
    }
  })

  it('after an internal error contains no details of the error', async () => {
    const errors: unknown[] = []
    const failing: Database = {
      query: () => Promise.reject(new Error('password of the database')),
      transaction: () => Promise.reject(new Error('password of the database')),
      close: async () => {},
    }
    const { url } = await start({ database: failing, onError: (error) => errors.push(error) })
    const answer = await fetch(`${url}/healthz`)
    expect([answer.status, await answer.json()]).toEqual([500, { code: 'server/failed' }])
    expect(errors).toEqual([new Error('password of the database')])
  })
})

describe('the environment of the server', () => {
  it('can be empty if the server serves only pages on its own machine', () => {
    expect(readConfig({})).toEqual({
      ...{ databaseUrl: undefined, folder: undefined, host: '127.0.0.1', port: 3000 },
      app: {
        domains: ['127.0.0.1:3000', 'localhost:3000'],
        origins: ['http://127.0.0.1:3000', 'http://localhost:3000'],
        proxies: 0,
        rates: { nonces: 120, signIns: 60 },
      },
    })
  })

  it('can set domains whose pages use https', () => {
    const { app } = readConfig({
      ...{ DOMAINS: 'app.example, www.app.example:8443', CHAINS: 'eip155:1,eip155:10' },
      RPC_URLS: '{"eip155:1":"https://node.example"}',
    })
    expect(app).toMatchObject({
      domains: ['app.example', 'www.app.example:8443'],
      origins: ['https://app.example', 'https://www.app.example:8443'],
      chains: ['eip155:1', 'eip155:10'],
      nodes: { rpcUrls: { 'eip155:1': 'https://node.example' } },
    })
    expect(() => readConfig({ PORT: 'http' })).toThrow('PORT must be a whole number, not http')
  })
})
