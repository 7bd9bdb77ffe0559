import { createPublicKey, generateKeyPairSync, type KeyObject, verify } from 'node:crypto'
import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it, vi } from 'vitest'
import { dataHandler } from '../../../../src/servers/data/data-handler.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'
import { type CoinbaseKeys, coinbaseLinks } from '../../../../src/servers/upstream/coinbase-links.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})
/** A secret in the format of https://docs.cdp.coinbase.com/get-started/authentication/jwt-authentication. */
const { privateKey } = generateKeyPairSync('ed25519')
const { d, x } = privateKey.export({ format: 'jwk' })
const secret = Buffer.concat([d, x].map((part) => Buffer.from(`${part}`, 'base64url'))).toString('base64')
const keyId = '01234567-89ab-cdef-0123-456789abcdef'
const page = 'https://pay.coinbase.com'
const asked = { walletAddress: '0xde0B295669a9FD93d5F28D9Ec85E40f4cb697BAe', code: 'USDC', network: 'base' }
const from = { client: '203.0.113.7' }
const tokenPath = '/onramp/v1/token'
/** The answer of https://docs.cdp.coinbase.com/api-reference/rest-api/onramp-offramp/create-session-token. */
const given: FakeAnswer = () => ({ token: 'one', channel_id: 'channel' })
async function world(answer: FakeAnswer = given, more: Partial<CoinbaseKeys> = {}) {
  const server = await fakeService({ [tokenPath]: answer })
  closing.push(server.close)
  const urls = { api: server.url.replace(/\/$/, ''), page }
  return { sign: coinbaseLinks({ keyId, secret, urls, now: () => 1_700_000_000_000, ...more }), server }
}
function readProof(header: string | undefined, key: KeyObject) {
  const [head = '', claims = '', signature = ''] = `${header}`.replace(/^Bearer /, '').split('.')
  const [read, text] = [
    (part: string) => JSON.parse(Buffer.from(part, 'base64url').toString()),
    `${head}.${claims}`,
  ]
  const isEdwards = key.asymmetricKeyType === 'ed25519'
  const isValid = verify(
    ...([isEdwards ? null : 'sha256', Buffer.from(text)] as const),
    ...([{ key, dsaEncoding: 'ieee-p1363' }, Buffer.from(signature, 'base64url')] as const),
  )
  return { header: read(head), claims: read(claims), isValid }
}

describe('links to Coinbase', () => {
  it('have a session token for the requested account and coin', async () => {
    const { sign, server } = await world()
    expect(await sign(asked, from)).toBe(`${page}/buy/select-asset?sessionToken=one`)
    expect(server.requests[0]).toMatchObject({ method: 'POST', path: tokenPath })
    expect(JSON.parse(server.requests[0]!.body)).toEqual({
      addresses: [{ address: asked.walletAddress, blockchains: ['base'] }],
      ...{ assets: ['USDC'], clientIp: '203.0.113.7' },
    })
  })

  it('are requested with a signed proof that is valid for two minutes', async () => {
    const { sign, server } = await world()
    await Promise.all([sign(asked, from), sign(asked, from)])
    const proofs = server.requests.map(({ headers }) =>
      readProof(headers.authorization, createPublicKey(privateKey)),
    )
    expect(proofs[0]).toMatchObject({ isValid: true, header: { alg: 'EdDSA', kid: keyId, typ: 'JWT' } })
    expect(proofs[0]!.claims).toEqual({
      ...{ sub: keyId, iss: 'cdp', aud: ['cdp_service'], uris: [`POST ${server.host}${tokenPath}`] },
      ...{ iat: 1_700_000_000, nbf: 1_700_000_000, exp: 1_700_000_120 },
    })
    expect(proofs[0]!.header.nonce).not.toBe(proofs[1]!.header.nonce)
    expect(JSON.stringify(server.requests.map(({ headers, body }) => [headers, body]))).not.toContain(secret)
  })

  it.each([
    ['line breaks', (pem: string) => pem],
    ['escaped line breaks', (pem: string) => pem.replaceAll('\n', '\\n')],
  ])('can be created with a PEM key that has %s', async (_kind, written) => {
    const pair = generateKeyPairSync('ec', { namedCurve: 'P-256' })
    const pem = pair.privateKey.export({ format: 'pem', type: 'sec1' }).toString()
    const { sign, server } = await world(given, { secret: written(pem) })
    await sign(asked, from)
    const proof = readProof(server.requests[0]!.headers.authorization, pair.publicKey)
    expect(proof).toMatchObject({ isValid: true, header: { alg: 'ES256' } })
  })

  it.each([
    ['that is empty', ''],
    ['of 63 bytes', Buffer.alloc(63, 1).toString('base64')],
    ['of 65 bytes', Buffer.alloc(65, 1).toString('base64')],
    ['that is an invalid PEM', '-----BEGIN EC PRIVATE KEY-----\nno\n-----END EC PRIVATE KEY-----'],
  ])("can't be configured with a secret %s", (_kind, wrong) => {
    expect(() => coinbaseLinks({ keyId, secret: wrong })).toThrow()
  })

  it.each([
    ['an address with a parameter', { walletAddress: `${asked.walletAddress}&x=1` }],
    ['a missing address', { walletAddress: undefined }],
    ['an address that is a list', { walletAddress: [asked.walletAddress] }],
    ['an invalid coin', { code: '../ETH' }],
    ['an invalid network', { network: 'base,ethereum' }],
  ])('are not created for %s', async (_kind, more) => {
    const { sign, server } = await world()
    await expect((async () => sign({ ...asked, ...more }, from))()).rejects.toMatchObject({ status: 400 })
    expect(server.requests).toEqual([])
  })

  it("can't be created without the visitor's IP address", async () => {
    const told: string[] = []
    const { sign, server } = await world(given, { onFailure: (message) => void told.push(message) })
    await expect((async () => sign(asked, {}))()).rejects.toMatchObject({ status: 502 })
    expect(told).toEqual(["Coinbase created no link: the visitor's IP address is unknown"])
    expect(server.requests).toEqual([])
  })

  it.each([
    ['a token that is a number', { token: 7 }],
    ['a token with invalid characters', { token: 'one&redirectUrl=https://evil.example' }],
    ['an error with status 200', { code: 16, message: 'unauthenticated' }],
  ])("are refused if Coinbase's answer has %s", async (_kind, answer) => {
    const { sign } = await world(() => answer)
    await expect((async () => sign(asked, from))()).rejects.toMatchObject({ status: 502 })
  })

  it.each(Object.entries(badAnswers))('fail if Coinbase answers with %s', async (_kind, bad) => {
    const { sign } = await world(bad)
    await expect((async () => sign(asked, from))()).rejects.toMatchObject({
      ...{ status: 502, message: 'Coinbase created no link' },
    })
  })

  it("fail with Coinbase's status 429 and its Retry-After", async () => {
    const { sign } = await world(
      () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': '30' }).end('{}'),
    )
    const handler = dataHandler({
      ...{ readers: [], known: new KnownAssets([]), pageSize: 2, nodes: new Map() },
      links: { coinbase: sign },
    })
    const url = new URL('http://service/v1/onramp/links/coinbase?projectId=ours')
    const request = { ...from, method: 'POST', url, body: JSON.stringify(asked) }
    expect(await handler(request)).toMatchObject({ status: 429, retryAfter: '30' })
  })

  it("are requested only from Coinbase's host", async () => {
    const urls: string[] = []
    vi.stubGlobal('fetch', async (input: string) => {
      urls.push(input)
      return new Response('{"token":"one"}', { headers: { 'content-type': 'application/json' } })
    })
    closing.push(() => vi.unstubAllGlobals())
    expect(await coinbaseLinks({ keyId, secret })(asked, from)).toBe(
      `${page}/buy/select-asset?sessionToken=one`,
    )
    expect(urls).toEqual(['https://api.developer.coinbase.com/onramp/v1/token'])
  })
})
