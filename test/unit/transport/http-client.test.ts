import nock from 'nock'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { readJson } from '../../../src/transport/read-json.ts'
import { failure, httpClient } from '../../support/http.ts'
import { quickClock } from '../../support/loopback.ts'

const base = 'https://api.example'
const client: typeof httpClient = (options) => httpClient({ baseUrl: base, ...options })

beforeAll(() => {
  // An earlier test file may have deactivated nock.
  if (!nock.isActive()) nock.activate()
  nock.disableNetConnect()
  nock.enableNetConnect('127.0.0.1')
})
afterEach(() => {
  nock.cleanAll()
})
afterAll(() => {
  nock.enableNetConnect()
  nock.restore()
})

describe('the HTTP client', () => {
  it('sends only the parameters that have a value', async () => {
    nock(base).get('/v1/list').query({ page: '0', only: 'false', q: 'a b&c' }).reply(200, { ok: 1 })
    // This clock runs in real time, because the first request loads code.
    const { http } = client({ clock: quickClock(1) })
    const params = { page: 0, only: false, q: 'a b&c', empty: '', none: null, missing: undefined }
    expect(await http.get('v1/list', { params })).toEqual({ ok: 1 })
  })

  it('adds the path to the base path, with or without a leading slash', async () => {
    nock(base).get('/root/v1/x').times(2).reply(200, [])
    const { http } = client({ baseUrl: `${base}/root` })
    expect(await http.get('v1/x')).toEqual([])
    expect(await http.get('/v1/x')).toEqual([])
  })

  it.each([
    'https://evil.example/steal',
    '//evil.example/steal',
    '\\\\evil.example\\steal',
    '/\\evil.example/steal',
    'javascript:alert(1)',
    '@evil.example/steal',
  ])('stays at the host of its base URL for the path %s', async (path) => {
    const asked: URL[] = []
    const { http } = client({
      fetch: async (input) => {
        asked.push(new URL(input))
        return new Response('{}')
      },
    })
    await http.post(path, { body: { secret: 1 } })
    expect(asked.map(({ origin }) => origin)).toEqual([base])
  })

  it('refuses a path above the base path', async () => {
    const { http } = client({ baseUrl: `${base}/root/` })
    expect(await failure(http.get('../other'))).toMatchObject({ code: 'validation/invalid-input' })
    expect(await failure(http.get('v1/../../%2e%2e/other'))).toMatchObject({
      code: 'validation/invalid-input',
    })
  })

  it.each(['post', 'put', 'delete'] as const)(
    'sends a JSON body with %s, and adds no content type',
    async (verb) => {
      const types: unknown[] = []
      nock(base)
        .intercept('/v1/x', verb.toUpperCase())
        .query({ p: '1' })
        .times(2)
        .reply(200, function (_, body) {
          types.push(this.req.headers['content-type'])
          return { sent: body }
        })
      const { http } = client()
      const params = { p: 1 }
      const plain = await http[verb]<{ sent: unknown }>('v1/x', { params, body: { a: [1, 'ü'] } })
      expect(typeof plain.sent === 'string' ? JSON.parse(plain.sent) : plain.sent).toEqual({ a: [1, 'ü'] })
      await http[verb]('v1/x', { params, body: {}, headers: { 'content-type': 'application/json' } })
      expect(types.map(String)).toEqual([expect.stringMatching(/^text\/plain/), 'application/json'])
    },
  )

  it('sends no body if the caller gives none', async () => {
    nock(base).delete('/v1/x', '').reply(204)
    expect(await client().http.delete('v1/x')).toBeUndefined()
  })

  it("sends the caller's headers and cache mode", async () => {
    const seen: RequestInit[] = []
    const { http } = client({
      fetch: async (_, init) => {
        seen.push(init ?? {})
        return new Response('1')
      },
    })
    await http.get('x', { headers: { 'x-a': 'b' }, cache: 'no-store' })
    expect(seen[0]).toMatchObject({ method: 'GET', headers: { 'x-a': 'b' }, cache: 'no-store' })
    expect(seen[0]).not.toHaveProperty('body')
  })

  it('fetches a blob with its type', async () => {
    nock(base)
      .get('/image')
      .reply(200, Buffer.from([1, 2, 255]), { 'content-type': 'image/png' })
    const blob = await client().http.getBlob('image')
    expect(blob.type).toBe('image/png')
    expect([...new Uint8Array(await blob.arrayBuffer())]).toEqual([1, 2, 255])
  })
})

describe('a failed HTTP request', () => {
  it('removes the keys of its query and headers from its error', async () => {
    const shown = (error: { details?: unknown }) => `${error.details}`
    const [query, header] = ['key-of-the-query', 'key-of-the-header']
    const said = `not found: ${query} and ${header}`
    for (const [status, words] of [
      [200, said],
      [404, said],
    ] as const) {
      nock(base).get('/x').query({ key: query }).times(2).reply(status, words)
      const { http } = client()
      expect(shown(await failure(http.get('x', { params: { key: query } })))).toBe(
        `not found: … and ${header}`,
      )
      const read = readJson(base, { fetch: (input, init) => fetch(input, init), clock: quickClock(1) })
      const headers = { authorization: `Bearer ${header}`, accept: 'not found' }
      const error = await failure(read('x', { key: query }, { headers }))
      expect(shown(error)).toBe('not found: … and …')
      if (status === 404) expect(await error.response?.text()).toBe('not found: … and …')
    }
  })

  it.each([400, 401, 404, 405, 422, 501])(
    'fails at once after HTTP %i with an error that contains the response',
    async (status) => {
      nock(base)
        .get('/x')
        .reply(status, { reasons: ['no'] }, { 'x-trace': 't' })
      const { http, pauses } = client()
      const error = await failure(http.get('x'))
      expect(error).toMatchObject({ code: 'http/status', message: `HTTP status code: ${status}`, status })
      expect(error.response?.headers.get('x-trace')).toBe('t')
      expect(await error.response?.json()).toEqual({ reasons: ['no'] })
      expect(pauses()).toEqual([])
    },
  )

  it.each([403, 408, 413, 429, 500, 502, 503, 504])(
    'is retried three times if it is a read and the status is %i',
    async (status) => {
      const scope = nock(base).get('/x').times(4).reply(status)
      const { http, pauses } = client()
      expect(await failure(http.get('x'))).toMatchObject({ message: `HTTP status code: ${status}` })
      expect(scope.isDone()).toBe(true)
      expect(pauses()).toEqual([150, 300, 600])
    },
  )

  it('gets the answer of the third attempt', async () => {
    nock(base).get('/x').times(2).reply(503).get('/x').reply(200, { ok: true })
    const { http, pauses, clock } = client()
    expect(await http.get('x')).toEqual({ ok: true })
    expect(pauses()).toEqual([150, 300])
    expect(clock.pending).toBe(0)
  })

  it.each(['post', 'put', 'delete'] as const)('is not retried if its method is %s', async (verb) => {
    let sent = 0
    nock(base)
      .persist()
      .intercept('/x', verb.toUpperCase())
      .reply(() => {
        sent++
        return [503]
      })
    expect(await failure(client().http[verb]('x', { body: {} }))).toMatchObject({ status: 503 })
    expect(sent).toBe(1)
  })

  it('is retried when the header Retry-After says, in seconds or as a date', async () => {
    const { http, pauses, clock } = client()
    nock(base).get('/x').reply(503, '', { 'retry-after': '2' }).get('/x').reply(200, {})
    await http.get('x')
    expect(pauses()).toEqual([2000])
    const date = new Date(clock.now() + 9000).toUTCString()
    nock(base).get('/y').reply(429, '', { 'retry-after': date }).get('/y').reply(200, {})
    await http.get('y')
    expect(pauses()[1]).toBeGreaterThan(4000)
    expect(pauses()[1]).toBeLessThanOrEqual(9000)
  })

  it.each(['soon', '-5', 'Thu, 01 Jan 1970 00:00:00 GMT'])(
    'is retried after 150 ms if the header Retry-After is %j',
    async (header) => {
      nock(base).get('/x').reply(503, '', { 'retry-after': header }).get('/x').reply(200, {})
      const { http, pauses } = client()
      await http.get('x')
      expect(pauses()).toEqual([150])
    },
  )

  it('is not retried when the server asks to wait for an hour', async () => {
    nock(base).get('/x').reply(503, '', { 'retry-after': '3600' })
    const { http, pauses } = client()
    expect(await failure(http.get('x'))).toMatchObject({ status: 503 })
    expect(pauses()).toEqual([])
  })

  it.each([
    ['a page of HTML', '<!doctype html><title>Login</title>'],
    ['cut-off JSON', '{"data":[1,2'],
    ['empty', ''],
    ['null', 'null'],
  ])('fails with http/invalid-body if the body is %s', async (_, body) => {
    nock(base).get('/x').reply(200, body)
    expect(await failure(client().http.get('x'))).toMatchObject({ code: 'http/invalid-body' })
  })

  it('fails with http/invalid-body if the body exceeds 10 MB', async () => {
    nock(base)
      .get('/x')
      .reply(200, `"${'x'.repeat(10_000_000)}"`)
    // Reading the body takes long, so this clock runs in real time.
    const error = await failure(client({ clock: quickClock(1) }).http.get('x'))
    expect(error).toMatchObject({ code: 'http/invalid-body' })
    expect(error.message).toBe('api.example returned an invalid body: expected at most 10 MB')
  })

  it('reads a body of 10 MB', async () => {
    const text = 'x'.repeat(10_000_000 - 2)
    nock(base).get('/x').reply(200, `"${text}"`)
    expect(await client({ clock: quickClock(1) }).http.get('x')).toBe(text)
  })

  it('fails with http/invalid-body if the answer to a write is HTML', async () => {
    nock(base).post('/x').reply(200, '<html>')
    expect(await failure(client().http.post('x'))).toMatchObject({ code: 'http/invalid-body' })
  })

  it('an answer that contains __proto__ does not pollute prototypes', async () => {
    nock(base).get('/x').reply(200, '{"__proto__":{"polluted":1},"a":1}')
    await client().http.get('x')
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })
})

describe('a service that requests a pause with status 429', () => {
  const limited = { code: 'rpc/limit-exceeded' }
  const service = (pause: number) => {
    nock(base)
      .get('/x')
      .reply(429, '', { 'retry-after': `${pause}` })
      .get('/x')
      .reply(200, { ok: 1 })
    const clock = manualClock()
    let setBack = 0
    const now = () => clock.now() - setBack
    const read = readJson(base, { fetch: (input, init) => fetch(input, init), clock: { ...clock, now } })
    const setClockBack = (ms: number) => {
      setBack = ms
    }
    return { read: () => read('x', {}), clock, setClockBack }
  }

  it('gets no request until the pause ends', async () => {
    const { read, clock } = service(60)
    expect(await failure(read())).toMatchObject(limited)
    await clock.advance(59_999)
    expect(await failure(read())).toMatchObject(limited)
    await clock.advance(1)
    expect(await read()).toEqual({ ok: 1 })
  })

  it('is asked again after 10 minutes, also if the pause is a year', async () => {
    const { read, clock } = service(31_536_000)
    expect(await failure(read())).toMatchObject(limited)
    await clock.advance(599_999)
    expect(await failure(read())).toMatchObject(limited)
    await clock.advance(1)
    expect(await read()).toEqual({ ok: 1 })
  })

  it('is asked again after the clock was set back', async () => {
    const { read, clock, setClockBack } = service(60)
    nock(base).get('/x').reply(200, { ok: 2 })
    expect(await failure(read())).toMatchObject(limited)
    setClockBack(86_400_000)
    expect(await read()).toEqual({ ok: 1 })
    // It is forgotten: it doesn't begin a day later.
    await clock.advance(86_400_000)
    expect(await read()).toEqual({ ok: 2 })
  })
})
