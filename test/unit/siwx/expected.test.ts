import { Wallet } from 'ethers'
import {
  createNonce,
  type ExpectedSignIn,
  formatSignInMessage,
  type SignInFields,
  verifySignIn,
} from 'latchkey/siwx'
import { describe, expect, it } from 'vitest'

const wallet = new Wallet(`0x${'42'.repeat(32)}`)
const fields: SignInFields = {
  domain: 'service.org',
  accountAddress: wallet.address,
  chainId: 'eip155:1',
  uri: 'https://service.org/login?x=1#y',
  version: '1',
  nonce: 'abcdefgh12',
  issuedAt: '2026-01-01T12:00:00.000Z',
}
const at = (text: string) => new Date(text)
const now = at('2026-01-01T12:00:00Z')
const expected: ExpectedSignIn = { domain: 'service.org', nonce: 'abcdefgh12', now }

async function attempt(more: Partial<SignInFields>, wanted: object = {}): Promise<unknown> {
  const message = formatSignInMessage({ ...fields, ...more })
  // The signature is always valid, so that only the text can be refused.
  const signature = await wallet.signMessage(message)
  return verifySignIn({ message, signature }, { ...expected, ...wanted } as ExpectedSignIn).then(
    () => 'verified',
    (error) => error.code ?? String(error),
  )
}

describe('a sign-in is accepted', () => {
  it.each<[string, Partial<SignInFields>, object]>([
    ['with the expected fields', {}, {}],
    ['for one of several expected hosts', {}, { domain: ['a.org', 'service.org'] }],
    ['for a host with a port', { domain: 'a.org:8080', uri: 'http://a.org:8080' }, { domain: 'a.org:8080' }],
    ['for a page on a second expected host', { uri: 'https://a.org/' }, { domain: ['service.org', 'a.org'] }],
    ['for the expected page', { uri: 'app://x' }, { uri: 'app://x' }],
    [
      'for a page that the host accepts',
      { uri: 'app://x' },
      { uri: (uri: string) => uri.startsWith('app:') },
    ],
    ['on the expected network', {}, { chainId: 'eip155:1' }],
    ['on one of several expected networks', {}, { chainId: ['eip155:10', 'eip155:1'] }],
    ['by the expected account, written in lower case', {}, { address: wallet.address.toLowerCase() }],
    ['at its maximum age', {}, { now: at('2026-01-01T12:05:00Z'), maxAge: 300_000 }],
    ['from a device whose clock is 30 s ahead', { issuedAt: '2026-01-01T12:00:30Z' }, {}],
    ['30 s before it becomes valid', { notBefore: '2026-01-01T12:00:30Z' }, {}],
    ['1 ms before it expires', { expirationTime: '2026-01-01T12:00:00.001Z' }, {}],
    [
      'with times in other time zones',
      { issuedAt: '2026-01-01T23:45:00+11:45', expirationTime: '2026-01-01T04:30:00.5-07:30' },
      {},
    ],
  ])('%s', async (_, more, wanted) => {
    expect(await attempt(more, wanted)).toBe('verified')
  })
})

describe('a sign-in is refused', () => {
  it.each<[string, Partial<SignInFields>, object]>([
    ['siwx/wrong-domain', { domain: 'evil.org' }, {}],
    ['siwx/wrong-domain', { domain: 'sub.service.org' }, {}],
    ['siwx/wrong-domain', { domain: 'service.org.evil.org' }, {}],
    ['siwx/wrong-domain', { domain: 'service.org@evil.org' }, {}],
    ['siwx/wrong-domain', { domain: 'user@service.org' }, {}],
    ['siwx/wrong-domain', { domain: 'service.org:443' }, {}],
    ['siwx/wrong-domain', { domain: 'service.org.' }, {}],
    ['siwx/wrong-domain', { domain: 'SERVICE.org' }, {}],
    ['siwx/wrong-domain', { domain: 'service%2Eorg' }, {}],
    ['siwx/wrong-domain', { domain: 'xn--srvice-bva.org' }, {}],
    ['siwx/wrong-domain', {}, { domain: ['a.org', 'b.org'] }],
    ['siwx/wrong-uri', { uri: 'https://evil.org/' }, {}],
    ['siwx/wrong-uri', { uri: 'https://service.org@evil.org/' }, {}],
    ['siwx/wrong-uri', { uri: 'https://service.org:443/' }, {}],
    ['siwx/wrong-uri', { uri: 'https://evil.org/service.org' }, {}],
    ['siwx/wrong-uri', { uri: 'https://evil.org?service.org' }, {}],
    ['siwx/wrong-uri', { uri: 'https:service.org' }, {}],
    ['siwx/wrong-uri', { uri: 'ftp://service.org/' }, {}],
    ['siwx/wrong-uri', { uri: 'javascript://service.org/%0aalert(1)' }, {}],
    ['siwx/wrong-uri', {}, { uri: 'https://service.org/' }],
    ['siwx/wrong-uri', {}, { uri: () => false }],
    ['siwx/wrong-uri', {}, { uri: () => 'yes' }],
    ['siwx/wrong-uri', {}, { uri: '' }],
    ['siwx/wrong-chain', {}, { chainId: 'eip155:10' }],
    ['siwx/wrong-chain', { chainId: 'eip155:11' }, { chainId: ['eip155:1', 'eip155:10'] }],
    ['siwx/wrong-chain', {}, { chainId: [] }],
    ['siwx/wrong-address', {}, { address: '0xC02aaA39b223FE8D0A0e5C4F27eAD9083C756Cc2' }],
    ['siwx/wrong-address', {}, { address: '' }],
    ['siwx/wrong-nonce', { nonce: 'abcdefgh13' }, {}],
    ['siwx/wrong-nonce', { nonce: 'ABCDEFGH12' }, {}],
    ['siwx/wrong-nonce', { nonce: 'abcdefgh1' }, {}],
    ['siwx/wrong-nonce', { nonce: 'abcdefgh123' }, {}],
    ['siwx/issued-in-future', { issuedAt: '2026-01-01T12:00:30.001Z' }, {}],
    ['siwx/issued-in-future', { issuedAt: '2026-01-01T12:00:00.001Z' }, { clockTolerance: 0 }],
    ['siwx/issued-in-future', { issuedAt: '2026-01-01T12:00:00-01:00' }, {}],
    ['siwx/too-old', {}, { now: at('2026-01-01T12:05:00.001Z'), maxAge: 300_000 }],
    ['siwx/not-yet-valid', { notBefore: '2026-01-01T12:00:30.001Z' }, {}],
    ['siwx/expired', { expirationTime: '2026-01-01T12:00:00Z' }, {}],
    ['siwx/expired', { expirationTime: '2026-01-01T12:30:00+01:00' }, {}],
    ['siwx/expired', { expirationTime: '2025-01-01T00:00:00Z' }, { clockTolerance: 1e15 }],
    // This sign-in is never valid, because it ends before it begins.
    ['siwx/not-yet-valid', { notBefore: '2027-01-01T00:00:00Z', expirationTime: '2026-06-01T00:00:00Z' }, {}],
    [
      'siwx/expired',
      { notBefore: '2027-01-01T00:00:00Z', expirationTime: '2026-06-01T00:00:00Z' },
      { now: at('2028-01-01') },
    ],
    ['config/invalid-options', {}, { domain: undefined }],
    ['config/invalid-options', {}, { domain: '' }],
    ['config/invalid-options', {}, { domain: [] }],
    ['config/invalid-options', {}, { domain: ['service.org', undefined] }],
    ['config/invalid-options', {}, { nonce: undefined }],
    ['config/invalid-options', {}, { nonce: '' }],
    ['config/invalid-options', {}, { nonce: 12345678 }],
    ['config/invalid-options', {}, { nonce: ['abcdefgh12'] }],
    ['config/invalid-options', {}, { now: at('never') }],
    ['config/invalid-options', {}, { now: 1_767_268_800_000 }],
    ['config/invalid-options', {}, { now: null }],
    ['config/invalid-options', {}, { address: null }],
    ['config/invalid-options', {}, { maxAge: Number.NaN }],
    ['config/invalid-options', {}, { maxAge: '300000' }],
    ['config/invalid-options', {}, { clockTolerance: -1 }],
    ['config/invalid-options', {}, { clockTolerance: Number.NaN }],
  ])("with %s for the fields %j and the host's options %j", async (code, more, wanted) => {
    expect(await attempt(more, wanted)).toBe(code)
  })

  it('because of its text, before the signature is verified', async () => {
    const message = formatSignInMessage({ ...fields, nonce: 'another000' })
    await expect(verifySignIn({ message, signature: 'nonsense' }, expected)).rejects.toMatchObject({
      code: 'siwx/wrong-nonce',
    })
    for (const proof of [undefined, null, {}, { message: 1 }, 'text'])
      await expect(verifySignIn(proof as never, expected)).rejects.toMatchObject({
        code: 'siwx/invalid-message',
      })
    const good = { message: formatSignInMessage(fields), signature: '0x' }
    for (const nothing of [undefined, null, {}, 1])
      await expect(verifySignIn(good, nothing as never)).rejects.toMatchObject({
        code: 'config/invalid-options',
      })
  })

  it('with an error that does not contain a nonce', async () => {
    const message = formatSignInMessage({ ...fields, nonce: 'secretNonce1' })
    const error = await verifySignIn(
      { message, signature: '0x' },
      { ...expected, nonce: 'otherSecret2' },
    ).catch((one) => one)
    expect(error.code).toBe('siwx/wrong-nonce')
    expect(`${error.message}${JSON.stringify(error)}${JSON.stringify(error.values)}`).not.toMatch(
      /secretNonce1|otherSecret2/,
    )
  })

  it('if a maximum age is set but the message has no issue time', async () => {
    const message = formatSignInMessage({
      ...fields,
      ...{
        accountAddress: 'SysvarC1ock11111111111111111111111111111111',
        chainId: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
      },
      issuedAt: undefined,
    })
    const proof = { message, signature: '1'.repeat(64) }
    await expect(verifySignIn(proof, { ...expected, maxAge: 1e9 })).rejects.toMatchObject({
      code: 'siwx/invalid-message',
    })
    await expect(verifySignIn(proof, expected)).rejects.toMatchObject({ code: 'siwx/invalid-signature' })
  })

  it("if its CACAO doesn't match its message", async () => {
    const message = formatSignInMessage(fields)
    const signature = await wallet.signMessage(message)
    const p = {
      domain: 'service.org',
      aud: fields.uri,
      nonce: fields.nonce,
      version: '1',
      iat: fields.issuedAt,
      iss: `did:pkh:eip155:1:${wallet.address}`,
    }
    const cacao = { h: { t: 'caip122' }, p, s: { t: 'eip191', s: signature } }
    await verifySignIn({ message, signature, cacao }, expected)
    const other = { ...cacao, p: { ...p, aud: 'https://service.org/other' } }
    await expect(verifySignIn({ message, signature, cacao: other }, expected)).rejects.toMatchObject({
      code: 'siwx/invalid-message',
    })
    await expect(verifySignIn({ message, signature, cacao: null as never }, expected)).rejects.toMatchObject({
      code: 'siwx/invalid-message',
    })
  })
})

describe('a nonce', () => {
  it('uses each letter and digit with equal probability', () => {
    const nonces = Array.from({ length: 100_000 }, () => createNonce())
    expect(new Set(nonces).size).toBe(nonces.length)
    expect(nonces.every((nonce) => /^[A-Za-z0-9]{24}$/.test(nonce))).toBe(true)
    const counts = new Map<string, number>()
    for (const letter of nonces.join('')) counts.set(letter, (counts.get(letter) ?? 0) + 1)
    expect(counts.size).toBe(62)
    // Each character occurs about 38,710 times, with a standard deviation of 195. A difference of six standard deviations
    // practically never happens by chance.
    for (const count of counts.values()) expect(Math.abs(count - 2_400_000 / 62)).toBeLessThan(6 * 196)
    // 62^24 is more than 2^96.
    expect(24 * Math.log2(62)).toBeGreaterThan(96)
  })
})
