import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { type TransakKeys, transakLinks } from '../../../../src/servers/upstream/transak-links.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
const [key, secret, page] = ['api-key', 'api-secret', 'https://global.transak.com']
const asked = {
  walletAddress: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe',
  ...{ cryptoCurrencyCode: 'USDC', network: 'base', fiatCurrency: 'EUR', fiatAmount: '100.50' },
}
const tokenPath = '/partners/api/v2/refresh-token'
const sessionPath = '/api/v2/auth/session'
const widgetUrl = `${page}?apiKey=${key}&sessionId=one`
/** The example answers in https://docs.transak.com/guides/how-to-create-a-widget-url-and-test-different-scenarios. */
const session: FakeAnswer = () => ({ data: { widgetUrl } })
const tokens = (expiresAt = 1_770_977_934): FakeAnswer => {
  let count = 0
  return () => ({ data: { accessToken: `token-${++count}`, expiresAt } })
}
const status =
  (code: number): FakeAnswer =>
  () =>
  (response: ServerResponse) =>
    response
      .writeHead(code, { 'retry-after': '30' })
      .end(JSON.stringify({ error: { message: `no ${secret}` } }))
async function world(answers: Readonly<Record<string, FakeAnswer>>, more: Partial<TransakKeys> = {}) {
  const server = await fakeService({ [tokenPath]: tokens(), [sessionPath]: session, ...answers })
  closing.push(server.close)
  const url = server.url.replace(/\/$/, '')
  const urls = { api: url, gateway: url, page }
  const sign = transakLinks({ key, secret, domain: 'app.example', urls, now: () => 0, ...more })
  const to = (path: string) => server.requests.filter((request) => request.path === path)
  return { sign, to, server }
}

describe('links to Transak', () => {
  it('contain a session for exactly the requested account, coin and amount', async () => {
    const { sign, to } = await world({})
    expect(await sign(asked)).toBe(`${page}/?apiKey=${key}&sessionId=one`)
    const [token, opened] = [to(tokenPath)[0]!, to(sessionPath)[0]!]
    expect(token.headers['api-secret']).toBe(secret)
    expect(JSON.parse(token.body)).toEqual({ apiKey: key })
    expect(opened.headers['access-token']).toBe('token-1')
    expect(opened.headers['api-secret']).toBeUndefined()
    expect(JSON.parse(opened.body)).toEqual({
      widgetParams: {
        ...{ apiKey: key, referrerDomain: 'app.example', ...asked },
        ...{ productsAvailed: 'BUY', disableWalletAddressForm: true },
      },
    })
  })

  it("have no amount if the page's request has no amount", async () => {
    const { sign, to } = await world({})
    await sign({ ...asked, fiatAmount: undefined })
    expect(JSON.parse(to(sessionPath)[0]!.body).widgetParams).not.toHaveProperty('fiatAmount')
  })

  it('share one token until a minute before the token expires', async () => {
    let now = 0
    const { sign, to } = await world({ [tokenPath]: tokens(600) }, { now: () => now })
    await Promise.all([sign(asked), sign(asked), sign(asked)])
    now = 539_000
    await sign(asked)
    expect(to(tokenPath)).toHaveLength(1)
    now = 541_000
    await sign(asked)
    expect(to(tokenPath)).toHaveLength(2)
    expect(to(sessionPath).at(-1)!.headers['access-token']).toBe('token-2')
  })

  it('share one request for a new token if Transak refuses the old token', async () => {
    const { sign, to } = await world({
      [sessionPath]: (_url, { headers }) =>
        headers['access-token'] === 'token-2'
          ? { data: { widgetUrl } }
          : (response: ServerResponse) => response.writeHead(401).end('{}'),
    })
    expect(await Promise.all([sign(asked), sign(asked)])).toHaveLength(2)
    expect(to(tokenPath)).toHaveLength(2)
  })

  it('are requested at most twice if Transak refuses each token', async () => {
    const { sign, to } = await world({ [sessionPath]: status(401) })
    await expect(sign(asked)).rejects.toMatchObject({ status: 502 })
    expect(to(sessionPath)).toHaveLength(2)
  })

  it("are created after an outage of Transak's token service", async () => {
    let isDown = true
    const working = tokens()
    const { sign } = await world({
      [tokenPath]: (...request) => (isDown ? status(500)(...request) : working(...request)),
    })
    await expect(sign(asked)).rejects.toMatchObject({ status: 502 })
    isDown = false
    expect(await sign(asked)).toContain('sessionId=one')
  })

  it.each([
    [
      'an address with a parameter',
      { walletAddress: `${asked.walletAddress}&redirectURL=https://evil.example` },
    ],
    ['a missing address', { walletAddress: undefined }],
    ['an address that is a list', { walletAddress: [asked.walletAddress] }],
    ['an invalid coin', { cryptoCurrencyCode: '../ETH' }],
    ['an invalid network', { network: 'base,ethereum' }],
    ['an invalid currency', { fiatCurrency: 'euro' }],
    ['a negative amount', { fiatAmount: '-1' }],
  ])('are not created for %s', async (_kind, more) => {
    const { sign, server } = await world({})
    await expect((async () => sign({ ...asked, ...more }))()).rejects.toMatchObject({ status: 400 })
    expect(server.requests).toEqual([])
  })

  it("contain no unexpected field of the page's request", async () => {
    const { sign, to } = await world({})
    const more = { apiKey: 'other', redirectURL: 'https://evil.example', disableWalletAddressForm: false }
    await sign({ ...asked, ...more })
    const { widgetParams } = JSON.parse(to(sessionPath)[0]!.body)
    expect(widgetParams).toMatchObject({ apiKey: key, disableWalletAddressForm: true })
    expect(widgetParams).not.toHaveProperty('redirectURL')
  })

  it.each(['https://evil.example', 'http://global.transak.com', 'https://global.transak.com.example'])(
    'are refused if Transak answers with a link to %s',
    async (other) => {
      const answer = () => ({ data: { widgetUrl: `${other}?apiKey=${key}&sessionId=one` } })
      const { sign } = await world({ [sessionPath]: answer })
      await expect(sign(asked)).rejects.toMatchObject({ status: 502 })
    },
  )

  it("contain nothing from Transak's answer except the session", async () => {
    const answer = () => ({ data: { widgetUrl: `${widgetUrl}&walletAddress=0x1` } })
    const { sign } = await world({ [sessionPath]: answer })
    expect(await sign(asked)).toBe(`${page}/?apiKey=${key}&sessionId=one`)
  })

  it.each(
    Object.keys(badAnswers).flatMap((kind) => [[kind, tokenPath] as const, [kind, sessionPath] as const]),
  )('fail with a fixed error message if Transak answers with %s at %s', async (kind, path) => {
    const { sign } = await world({ [path]: badAnswers[kind]! })
    await expect((async () => sign(asked))()).rejects.toMatchObject({
      ...{ status: 502, message: 'Transak created no link' },
    })
  })

  it.each([tokenPath, sessionPath])(
    "fail with Transak's status 429 and Retry-After at %s, without the secret in its answer",
    async (path) => {
      const { sign } = await world({ [path]: status(429) })
      await expect(sign(asked)).rejects.toMatchObject({
        ...{ status: 429, retryAfter: '30' },
        message: expect.not.stringContaining(secret),
      })
    },
  )

  it('report a failure to the operator at most once a minute', async () => {
    const told: string[] = []
    const onFailure = (message: string) => void told.push(message)
    const { sign } = await world({ [tokenPath]: status(401) }, { onFailure })
    for (let at = 0; at < 3; at++) await expect(sign(asked)).rejects.toMatchObject({ status: 502 })
    expect(told).toEqual(['Transak created no link: it gave no access token (HTTP 401)'])
  })

  it.each([
    [false, 'api.transak.com', 'api-gateway.transak.com', 'global.transak.com'],
    [true, 'api-stg.transak.com', 'api-gateway-stg.transak.com', 'global-stg.transak.com'],
  ])("use only Transak's hosts for the environment (staging: %s)", async (staging, api, gateway, shown) => {
    const hosts: string[] = []
    vi.stubGlobal('fetch', async (input: string) => {
      const { host, pathname } = new URL(input)
      hosts.push(host)
      const data =
        pathname === tokenPath
          ? { accessToken: 'token', expiresAt: 9e9 }
          : { widgetUrl: `https://${shown}?apiKey=${key}&sessionId=one` }
      return new Response(JSON.stringify({ data }), { headers: { 'content-type': 'application/json' } })
    })
    closing.push(() => vi.unstubAllGlobals())
    const sign = transakLinks({ key, secret, domain: 'app.example', staging })
    expect(await sign(asked)).toBe(`https://${shown}/?apiKey=${key}&sessionId=one`)
    expect(hosts).toEqual([api, gateway])
  })
})
