import { manualClock } from 'latchkey/testing'
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from 'vitest'
import type { Database } from '../../src/servers/database/database.ts'
import { type RunningDesk, sendEvent, startDesk, wireEvent } from '../support/desk.ts'
import { hostileEvent, plantHostile, script } from '../support/hostile-events.ts'

const clock = manualClock(Date.now())
const quarter = 15 * 60_000
let desk: RunningDesk
let url: string

beforeAll(async () => {
  desk = await startDesk({
    now: clock.now,
    rates: { events: 1000 },
    metricsToken: 'm'.repeat(32),
    projects: { app: {}, shop: { origins: ['https://shop.example'], features: { swap: ['1inch'] } } },
  })
  url = desk.pages.url
})
afterAll(() => desk?.stop())

/** Sends a request without following redirects. */
const ask = (path: string, init: RequestInit = {}) => fetch(url + path, { redirect: 'manual', ...init })
const bearer = (token: string) => ({ headers: { authorization: `Bearer ${token}` } })
const form = (token: string, headers: Record<string, string> = { origin: url }) => ({
  method: 'POST',
  headers,
  body: new URLSearchParams({ token }),
})
const logIn = async () => {
  const answer = await ask('/login', form(desk.token))
  const [cookie = ''] = answer.headers.getSetCookie()
  return { answer, cookie, own: { headers: { cookie: cookie.split(';')[0] ?? '' } } }
}

describe('the operator', () => {
  it.each(['/', '/events', '/funnels', '/nowhere'])('must enter the token at %s', async (path) => {
    const answer = await ask(path)
    expect(answer.status).toBe(401)
    expect(await answer.text()).toContain('name="token"')
  })

  it("can log in with a form, and gets a cookie that scripts and other sites can't use", async () => {
    const { answer, cookie, own } = await logIn()
    expect(answer.status).toBe(303)
    expect(answer.headers.get('location')).toBe('/')
    expect(cookie).toMatch(/^desk=[\w-]{43}; Max-Age=43200; Path=\/; HttpOnly; SameSite=Strict$/)
    expect(cookie).not.toContain(desk.token)
    expect((await ask('/', own)).status).toBe(200)
    const left = await ask('/logout', { method: 'POST', headers: { ...own.headers, origin: url } })
    expect(left.headers.getSetCookie()[0]).toMatch(/^desk=; Max-Age=0/)
    expect((await ask('/', own)).status).toBe(401)
  })

  it('must log in again after twelve hours', async () => {
    const { own } = await logIn()
    await clock.advance(12 * 60 * 60_000 - 1)
    expect((await ask('/', own)).status).toBe(200)
    await clock.advance(1)
    expect((await ask('/', own)).status).toBe(401)
  })

  it("can't log in with another token, with a forged cookie, or from another site", async () => {
    const wrong = await ask('/login', form('x'.repeat(44)))
    expect(wrong.status).toBe(401)
    expect(await wrong.text()).toContain('Wrong token.')
    expect(wrong.headers.getSetCookie()).toEqual([])
    expect((await ask('/', { headers: { cookie: `desk=${desk.token}` } })).status).toBe(401)
    expect((await ask('/', bearer(`${desk.token}x`))).status).toBe(401)
    expect((await ask('/login', form(desk.token, { origin: 'https://evil.example' }))).status).toBe(403)
    expect((await ask('/login', form(desk.token, { 'sec-fetch-site': 'cross-site' }))).status).toBe(403)
    expect((await ask('/login', form('x'.repeat(10_000)))).status).toBe(413)
    await clock.advance(quarter)
  })

  it('may enter a wrong token at most twenty times in 15 minutes', async () => {
    for (let time = 0; time < 20; time++) expect((await ask('/', bearer('wrong'))).status).toBe(401)
    const late = await ask('/login', form('wrong'))
    expect(late.status).toBe(429)
    expect(late.headers.get('retry-after')).toBe('900')
    await clock.advance(quarter)
    expect((await ask('/login', form(desk.token))).status).toBe(303)
  })

  it("can read the pages, but can't change anything", async () => {
    const { own } = await logIn()
    for (const method of ['POST', 'PUT', 'DELETE'])
      for (const path of ['/', '/events', '/funnels'])
        expect((await ask(path, { method, headers: { ...own.headers, origin: url } })).status).toBe(404)
  })
})

describe("the operator's pages", () => {
  it("run no script, refuse to be in frames, are never cached, and can't be read by other origins", async () => {
    const { headers } = await ask('/events', bearer(desk.token))
    expect(headers.get('content-security-policy')).toBe(
      "default-src 'none'; style-src 'self'; img-src data:; form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    )
    expect(headers.get('cache-control')).toBe('no-store')
    expect(headers.get('x-content-type-options')).toBe('nosniff')
    expect(headers.get('access-control-allow-origin')).toBeNull()
    expect(headers.get('cross-origin-resource-policy')).toBe('same-origin')
  })

  it('say what to do when there are no events yet', async () => {
    const empty = await startDesk()
    onTestFinished(() => empty.stop())
    expect(await empty.read('/')).toContain('endpoints.analytics')
    expect(await empty.read('/events?days=1')).toContain('No matching events in the last 24 hours')
    expect(await empty.read('/funnels')).toContain('No funnel has events')
  })

  it('count events, and show each step of a funnel as a share of the first step', async () => {
    const send = async (event: string, times: number) => {
      for (let time = 0; time < times; time++) await sendEvent(desk, wireEvent({}, { event }))
    }
    await send('MODAL_OPEN', 8)
    await send('SELECT_WALLET', 4)
    await send('CONNECT_SUCCESS', 3)
    await sendEvent(desk, wireEvent({}, { event: 'MODAL_OPEN' }), {
      project: 'shop',
      headers: { origin: 'https://shop.example' },
    })
    const text = async (path: string) => (await desk.read(path)).replace(/<[^>]+>/g, ' ').replace(/\s+/g, ' ')
    expect(await text('/')).toMatch(/MODAL_OPEN 9 .*SELECT_WALLET 4 .*CONNECT_SUCCESS 3 /)
    expect(await text('/?project=shop')).toMatch(/MODAL_OPEN 1 /)
    expect(await text('/funnels?project=app')).toMatch(
      /Connect a wallet .*MODAL_OPEN 8 100% .*SELECT_WALLET 4 50% .*CONNECT_SUCCESS 3 38% /,
    )
    expect(await text('/')).toContain('https://shop.example')
    expect(await text('/')).toContain('swap: 1inch')
  })

  it('list each event on exactly one page', async () => {
    for (let at = 0; at < 120; at++) {
      const sent = await sendEvent(desk, wireEvent({}, { event: 'PAGED', properties: { at } }))
      expect(sent).toMatchObject({ status: 202, body: { stored: true } })
    }
    const found: number[] = []
    let path: string | undefined = '/events?name=PAGED&days=30'
    while (path !== undefined) {
      const html: string = await desk.read(path)
      found.push(...[...html.matchAll(/&quot;at&quot;: (\d+)/g)].map(([, at]) => Number(at)))
      const next: string | undefined = /href="([^"]+)">Older events/.exec(html)?.[1]
      path = next?.replaceAll('&amp;', '&')
    }
    expect(found).toEqual(Array.from({ length: 120 }, (_, at) => 119 - at))
    expect(await desk.read('/events?kind=error')).toContain('No matching events')
  })

  it("ignore query parameters that can't be parsed", async () => {
    for (const query of [
      'days=x&before=-1',
      'before=99999999999999999999',
      'kind=b',
      'days=%00',
      'name=%00&project=%ff',
    ])
      expect((await ask(`/events?${query}`, bearer(desk.token))).status, query).toBe(200)
    expect(desk.errors).toEqual([])
  })

  it('show every field of an event as plain text', async () => {
    expect(
      (await sendEvent(desk, hostileEvent(), { project: `app&st=${encodeURIComponent(script('st'))}` }))
        .status,
    ).toBe(202)
    await plantHostile(desk.database)
    const name = encodeURIComponent(script('filter'))
    for (const path of ['/', '/events?days=90', '/funnels', `/events?name=${name}`, `/?project=${name}`]) {
      const html = await desk.read(path)
      expect(html.match(/<(script|img)|<\/script|hacked\.push\("|='hacked/gi), path).toBeNull()
    }
    const html = await desk.read('/events?days=90')
    for (const field of [
      ...['url', 'domain', 'errorType', 'errorMessage', 'stackTrace', 'address', 'key', 'value'],
      ...['project', 'name', 'sdk', 'st'],
    ])
      expect(html).toMatch(new RegExp(`&lt;script&gt;hacked.push\\(\\\\?&quot;${field}\\\\?&quot;\\)`))
    expect(await desk.read(`/events?name=${name}`)).toContain('value="&lt;script&gt;hacked.push(&quot;filter')
  })
})

describe("a monitor of the host's server", () => {
  it('can read the health of origins and databases without a token', async () => {
    const read = async (at: string) => (await fetch(at)).json()
    for (const at of [desk.services.url, url]) expect(await read(`${at}/healthz`)).toEqual({ ok: true })
    expect(await read(`${desk.services.url}/readyz`)).toEqual({ ok: true, database: { telemetry: true } })
    const both = { telemetry: true, history: true }
    expect(await read(`${url}/readyz`)).toEqual({ ok: true, database: both })
  })

  it('can read the metrics even if the database takes too long to answer', async () => {
    const stuck: Database = {
      ...desk.database,
      query: (text, values) =>
        text.includes('history_networks') ? new Promise(() => {}) : desk.database.query(text, values),
    }
    const other = await startDesk({ database: stuck })
    onTestFinished(() => other.stop())
    expect(await other.read('/metrics')).toContain('latchkey_desk_events_total')
  })

  it('can read the metrics with a token that gives access to nothing else', async () => {
    const metrics = await (await ask('/metrics', bearer('m'.repeat(32)))).text()
    expect(metrics).toMatch(/^latchkey_desk_events_total\{outcome="taken"\} \d+$/m)
    expect(metrics).toMatch(/^latchkey_desk_request_seconds_count\{route="POST \/e"\} \d+$/m)
    expect((await ask('/', bearer('m'.repeat(32)))).status).toBe(401)
    expect((await ask('/metrics')).status).toBe(401)
    expect((await fetch(`${desk.services.url}/metrics`)).status).toBe(404)
    await clock.advance(quarter)
  })
})
