import { inspect } from 'node:util'
import { describe, expect, it } from 'vitest'
import { concealing } from '../../../src/core/errors/conceal.ts'
import { LatchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { providerError } from '../../../src/core/errors/provider-errors.ts'
import { createTelemetry } from '../../../src/services/telemetry/telemetry.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { createHttpPool } from '../../../src/transport/http-pool.ts'
import { failure, httpClient } from '../../support/http.ts'
import { answers, fakeEndpoint, quickClock } from '../../support/loopback.ts'
import { rpcPool } from '../../support/rpc.ts'

const canary = {
  path: 'pathKey77f3a9c1',
  query: 'queryKey58e2',
  user: 'userName31',
  password: 'pass%20Word64',
}
const url = `https://${canary.user}:${canary.password}@node.example/v2/${canary.path}?apikey=${canary.query}`
const basic = btoa(`${canary.user}:pass Word64`)
const secrets = [...Object.values(canary), 'pass Word64', basic]
/** A server's answer that repeats the secrets of the request. */
const echo = `No such project: ${url} (${secrets.join(', ')})`

/**
 * Returns everything that a program can read from an error: its own properties, the properties of its causes,
 * and its stack.
 */
function everything(value: unknown, depth = 0): string {
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > 8) return ''
  const own = Reflect.ownKeys(value).map((key) => Reflect.get(value, key) as unknown)
  const headers = value instanceof Response ? [...value.headers].flat() : []
  return [inspect(value, { depth: 8 }), ...own.map((one) => everything(one, depth + 1)), ...headers].join(
    '\n',
  )
}

function withoutSecrets(value: unknown): void {
  const text = everything(value)
  for (const secret of secrets) expect(text).not.toContain(secret)
}

type Reply = Parameters<typeof fakeEndpoint>[0]

async function failedRead(reply: Reply, options: Parameters<typeof rpcPool>[1] = {}) {
  const { ask, logged } = rpcPool(fakeEndpoint(reply).fetch, { urls: [url], retries: 0, ...options })
  const error = await failure<LatchkeyError & { readonly response?: Response }>(ask('eth_call', {}))
  return { error, logged }
}

const refusal = (id: unknown, error: unknown) => ({ jsonrpc: '2.0', id, error })

describe("a secret in an endpoint's URL", () => {
  it('is removed from an answer before the answer is shortened', async () => {
    const { error } = await failedRead(
      () => new Response(`${'x'.repeat(490)} ${canary.path}`, { status: 401 }),
    )
    expect(error.details).not.toContain(canary.path.slice(0, 6))
  })

  it("is removed from the headers of the error's response", async () => {
    const headers = { link: `<${url}>`, 'retry-after': '7', 'x-plain': 'yes' }
    const { error } = await failedRead(() => new Response('busy', { status: 429, headers }))
    expect(error).toMatchObject({ code: 'http/status', status: 429 })
    expect([...error.response!.headers.keys()]).toEqual(expect.arrayContaining(['retry-after', 'x-plain']))
    withoutSecrets(error)
  })

  it.each<[string, Reply]>([
    ['an error of the node', ([call]) => refusal(call!.id, { code: -32000, message: echo })],
    [
      'the data of an error',
      ([call]) =>
        refusal(call!.id, { code: -32603, message: 'no', data: { [canary.path]: [{ url: echo }] } }),
    ],
    ['a text with status 401', () => new Response(echo, { status: 401 })],
    ['JSON with status 403', () => Response.json({ error: { message: echo } }, { status: 403 })],
    [
      'an error of the node with status 400',
      ([call]) => Response.json(refusal(call!.id, { code: -32600, message: echo }), { status: 400 }),
    ],
    [
      'a header of a refusal',
      () => new Response('no', { status: 401, headers: { 'www-authenticate': `Bearer realm="${url}"` } }),
    ],
    ['a page with status 200', () => new Response(`<html>${echo}</html>`)],
    ['a text with status 200', () => new Response(canary.path)],
    ['half an answer', () => new Response(`{"jsonrpc":"2.0","id":1,"${canary.path}`)],
    [
      'an error of fetch',
      () => {
        const cause = Object.assign(new Error(`connect to ${url}`), { code: 'ECONNREFUSED' })
        throw new TypeError(`request to ${url} failed`, { cause })
      },
    ],
  ])('is not in the error after %s', async (_, reply) => {
    const { error, logged } = await failedRead(reply)
    expect(error).toBeInstanceOf(LatchkeyError)
    expect(error.host).toBe('node.example')
    withoutSecrets(error)
    withoutSecrets(providerError(error))
    withoutSecrets(await error.response?.clone().text())
    withoutSecrets(logged)
  })

  it('is not in the log, the alert or the error if the endpoint serves the wrong network', async () => {
    const alerts: unknown[] = []
    const { error, logged } = await failedRead((calls) => answers(calls, () => echo), {
      identity: { call: { method: 'eth_chainId' }, matches: () => false, expected: 'eip155:1' },
      onMismatch: (...args) => alerts.push(args),
    })
    expect(error).toMatchObject({ code: 'network/endpoint-mismatch', host: 'node.example' })
    expect(logged).toHaveLength(1)
    expect(alerts).toHaveLength(1)
    for (const one of [error, logged, alerts]) withoutSecrets(one)
  })

  it('is not in an error report of the telemetry', async () => {
    const platform = memoryPlatform()
    const telemetry = createTelemetry({
      baseUrl: 'https://telemetry.example',
      about: { projectId: '', st: '', sv: '' },
      platform,
      address: () => undefined,
      forbidden() {},
    })
    telemetry.open()
    for (const reply of [
      () => new Response(echo, { status: 401 }),
      () => {
        throw new TypeError(`request to ${url} failed`)
      },
    ]) {
      const { category, name, message, stack = '', details } = (await failedRead(reply)).error
      telemetry.report({
        event: category,
        errorType: name,
        errorMessage: `${message} ${details}`,
        stackTrace: stack,
      })
    }
    platform.page.setVisible(false)
    expect(platform.page.beacons).not.toHaveLength(0)
    withoutSecrets(platform.page.beacons)
    telemetry.dispose()
  })

  it('is not in the error of an HTTP API', async () => {
    const { log } = memoryPlatform()
    const fetch = async () => new Response(echo, { status: 400 })
    const pool = createHttpPool({
      urls: [url],
      fetch,
      clock: quickClock(),
      log,
      pingPath: '/blocks/tip/height',
      retries: 0,
    })
    const error = await failure(pool.json('/blocks/tip/height'))
    expect(error).toMatchObject({ message: 'HTTP status code: 400', host: 'node.example' })
    withoutSecrets(error)
  })

  it('is not in the error of a service', async () => {
    const baseUrl = `https://service.example/${canary.path}`
    const { http } = httpClient({
      baseUrl,
      retries: 0,
      fetch: async (input) => new Response(`refused ${String(input)}`, { status: 403 }),
    })
    const error = await failure(http.get('/v1', { params: { key: canary.query } }))
    expect(error).toMatchObject({ message: 'HTTP status code: 403', host: 'service.example' })
    withoutSecrets(error)
  })

  it("is replaced in the server's text, of which 500 characters remain", async () => {
    const words = `The key ${canary.path} has no access. ${'x'.repeat(2000)}`
    const { error } = await failedRead(() => new Response(words, { status: 401 }))
    expect(error.message).toBe('HTTP status code: 401')
    expect(error.details).toMatch(/^The key … has no access\. x+…$/)
    expect(error.details?.length).toBeLessThanOrEqual(501)
  })

  it.each([200, 400])(
    'contract data and the names of networks stay unchanged in an error with status %i',
    async (status) => {
      const data = `0x08c379a0${'abcd'.repeat(16)}`
      const error = { code: 3, message: 'execution reverted on mainnet', data }
      const found = await failedRead(([call]) => Response.json(refusal(call!.id, error), { status }), {
        urls: ['https://node.example/v1/mainnet/rpc/abcd'],
      })
      expect(found.error).toMatchObject({ data, details: 'execution reverted on mainnet' })
    },
  )

  it.each(['format=json', 'type=rpc', 'v=2.0', 'chainId=100', 'on=error', 'on=message&or=code&and=data'])(
    'leaves an error of the node readable with status 400 if the query is ?%s',
    async (query) => {
      const data = `0x08c379a0${'0100'.repeat(16)}`
      const node = fakeEndpoint((calls) => {
        if (calls.some(({ id }) => id < 100)) return answers(calls, () => 'fine')
        const error = { code: 3, message: 'execution reverted', data }
        return Response.json(refusal(calls[0]!.id, error), { status: 400 })
      })
      const { ask } = rpcPool(node.fetch, { urls: [`https://node.example/?${query}`], retries: 0 })
      await Promise.all(Array.from({ length: 99 }, (_, index) => ask('eth_call', index)))
      const error = await failure(ask('eth_call'))
      expect(node.posts.at(-1)).toMatchObject([{ id: 100 }])
      expect(error).toMatchObject({ code: 'node/execution-reverted', data })
    },
  )

  it.each<[string, string, string]>([
    [
      'JSON',
      `{"chain":1234567,"to":${2n ** 64n},"data":"0xabcd","is":"abcd"}`,
      `{"chain":1234567,"to":"${2n ** 64n}","data":"0xabcd","is":"…"}`,
    ],
    ['half of JSON', '{"is":"abcd', '{"is":"…'],
    ['digits', '1234567', '…'],
  ])('is removed from %s in the response of an error', async (_, body, shown) => {
    const { error } = await failedRead(() => new Response(body, { status: 401 }), {
      urls: ['https://node.example/abcd?chain=1234567'],
    })
    expect(await error.response?.text()).toBe(shown)
  })

  it.each([
    ['p%ss%20Word', 'p%ss Word'],
    ['pass%E2%82%ACWord', 'pass€Word'],
  ])('is removed if it is the password %s', (written, password) => {
    const basic = Buffer.from(`user:${password}`).toString('base64')
    const conceal = concealing(`https://user:${written}@node.example/`)
    for (const text of [written, password, basic]) expect(conceal(`refused: ${text}`)).toBe('refused: …')
  })

  it('an error without a secret stays the same object', () => {
    const cause = new TypeError('fetch failed')
    expect(concealing(url)(cause)).toBe(cause)
  })

  it('is removed from an error, but the code of the error stays', () => {
    const error = Object.assign(new Error(url), { code: 'ENOTFOUND' })
    expect(concealing(url)(error)).toMatchObject({ code: 'ENOTFOUND', name: 'Error' })
  })

  it('is removed from an error that is its own cause', () => {
    const error = new Error(url)
    error.cause = error
    withoutSecrets(concealing(url)(error))
  })
})
