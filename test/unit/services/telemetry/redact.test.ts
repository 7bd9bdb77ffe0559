import { base58, base64, base64urlnopad, bech32, hex } from '@scure/base'
import { HDKey } from '@scure/bip32'
import { wordlist } from '@scure/bip39/wordlists/english.js'
import { describe, expect, it } from 'vitest'
import { cleanProps, redactUrl } from '../../../../src/services/telemetry/clean-props.ts'
import { redact, redactStack } from '../../../../src/services/telemetry/redact.ts'
import { fc } from '../../../support/fast-check.ts'

const bytes = (length: number) => fc.uint8Array({ minLength: length, maxLength: length })
const hexOf = (length: number) => bytes(length).map((of) => hex.encode(of))

/** Generators of private texts. */
const secrets: Readonly<Record<string, fc.Arbitrary<string>>> = {
  'an address of eip155': hexOf(20).map((of) => `0x${of}`),
  'a private key': hexOf(32),
  'a signature': hexOf(65).map((of) => `0x${of}`),
  'an address of solana': bytes(32).map((of) => base58.encode(of)),
  'a key of solana': bytes(64).map((of) => base58.encode(of)),
  'an address of bitcoin': bytes(20).map((of) => bech32.encode('bc', [0, ...bech32.toWords(of)])),
  'an address of cosmos': bytes(20).map((of) => bech32.encode('cosmos', bech32.toWords(of))),
  'a signature in base64': bytes(64).map((of) => base64.encode(of)),
  'an extended key': bytes(32).map((seed) => HDKey.fromMasterSeed(seed).privateExtendedKey),
  'a uri of a pairing': fc
    .tuple(hexOf(32), hexOf(32))
    .map(([topic, key]) => `wc:${topic}@2?relay-protocol=irn&symKey=${key}`),
  'a token': fc
    .tuple(bytes(30), bytes(60), bytes(32))
    .map((parts) => parts.map((of) => base64urlnopad.encode(of)).join('.')),
  'a code': fc.integer({ min: 0, max: 999_999 }).map((code) => String(code).padStart(6, '0')),
  'a phrase': bytes(16).map((entropy) => phraseOf(entropy)),
}

function phraseOf(entropy: Uint8Array): string {
  return [...entropy.slice(0, 12)].map((byte) => wordlist[byte * 8]).join(' ')
}

const around = fc.constantFrom(
  (text: string) => `could not sign ${text} for you`,
  (text: string) => `Error: "${text}"`,
  (text: string) => `{"account":"${text}","ok":false}`,
  (text: string) => `https://app.example/page?x=${text}&y=1`,
  (text: string) => `(${text})`,
  (text: string) => `${text}, ${text}`,
  (text: string) => text,
)

/** Returns whether `left` contains `longest` consecutive characters of the secret. */
const leaks = (secret: string, left: string, longest = 6) =>
  Array.from({ length: Math.max(0, secret.length - longest + 1) }, (_, at) =>
    secret.slice(at, at + longest),
  ).some((piece) => left.includes(piece))

describe('a redacted text', () => {
  it.each(Object.entries(secrets))('contains no part of %s', (name, secret) => {
    fc.assert(
      fc.property(secret, around, (text, sentence) => {
        const left = redact(sentence(text), 5000)
        if (name === 'a phrase') {
          const words = text.split(' ')
          expect(left).not.toContain(words.slice(0, 3).join(' '))
        } else expect(leaks(text, left)).toBe(false)
      }),
      { numRuns: 300 },
    )
  })

  it('hides an email address, however its @ is written', () => {
    const mark = fc.constantFrom('@', '%40', '＠', '﹫')
    fc.assert(
      fc.property(fc.emailAddress(), mark, around, (mail, at, sentence) => {
        const [local = '', domain = ''] = mail.split('@')
        const left = redact(sentence(`${local}${at}${domain}`), 5000)
        expect(left).not.toContain('@')
        expect(left).not.toContain(`%40`)
        expect(left).not.toContain(domain)
      }),
    )
  })

  it('contains no value after a name such as token or password', () => {
    const name = fc.constantFrom(
      'token',
      'api_key',
      'password',
      'sessionToken',
      'otp',
      'X-Auth-Token',
      'seed',
    )
    const between = fc.constantFrom('=', ': ', '":"', ' = ')
    const value = fc.string({ unit: fc.constantFrom(...'abcdefgXYZ0189'), minLength: 6, maxLength: 40 })
    fc.assert(
      fc.property(name, between, value, (of, sign, secret) => {
        expect(redact(`it failed with ${of}${sign}${secret}`)).not.toContain(secret)
      }),
    )
    expect(redact('Authorization: Bearer abc.def.ghi')).not.toMatch(/abc|def|ghi/)
  })

  it('is unchanged when it is redacted again', () => {
    const part = fc.oneof(fc.string(), fc.string({ unit: 'grapheme' }), ...Object.values(secrets))
    fc.assert(
      fc.property(fc.array(part, { maxLength: 5 }), (parts) => {
        const left = redact(parts.join(' '), 100_000)
        expect(redact(left, 100_000)).toBe(left)
      }),
      { numRuns: 500 },
    )
  })

  it('keeps an error message that has no secret', () => {
    for (const text of [
      'HTTP status code: 503',
      'The wallet answered with code -32603',
      'Unknown account',
      'Session Expired',
      'No matching key. proposal: undefined',
      "Namespace 'eip155' is not configured. Please call connect() first with namespace config.",
      'Not able to reach https://rpc.example/v1/: timeout after 10000 ms',
      'Cannot read properties of undefined (reading "signMessage")',
    ])
      expect(redact(text)).toBe(text)
  })

  it('keeps functions and files in the stacks of Chrome and Firefox', () => {
    const chrome =
      'Error: x\n    at raiseUnsupportedNetworkError (https://app.example/assets/app.js?v=2:1:123456)'
    expect(redactStack(chrome)).toContain(
      'at raiseUnsupportedNetworkError (https://app.example/assets/app.js',
    )
    const plain = 'Error: x\n    at connect (https://app.example/assets/app.js:1:123456)'
    expect(redactStack(plain)).toBe(plain)
    const firefox = 'connect@https://app.example/assets/app.js:1:123456\nrun@https://app.example/b.js:2:7'
    expect(redactStack(firefox)).toBe(
      'connect https://app.example/assets/app.js:1:123456\nrun https://app.example/b.js:2:7',
    )
  })

  it('has at most 300 characters, even if the input has a million', () => {
    for (const text of [
      'a'.repeat(1e6),
      'a-'.repeat(5e5),
      'token '.repeat(2e5),
      'abc '.repeat(2e5),
      '@'.repeat(1e6),
    ]) {
      // If redaction took quadratic time, the test would time out.
      expect(redact(text).length).toBeLessThanOrEqual(300)
    }
  })
})

describe('the content of a telemetry event', () => {
  it('contains a network or an amount only if its format is valid', () => {
    const solana = 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp'
    expect(cleanProps({ network: solana, networks: [solana], amount: '1234567.123456789' })).toEqual({
      network: solana,
      networks: [solana],
      amount: '1234567.123456789',
    })
    const address = '0x52908400098527886e0f7030069857d2e4169ee7'
    expect(cleanProps({ network: address, amount: `${address}`, errorType: 'me@mail.example' })).toEqual({
      network: '[hex]',
      amount: '[hex]',
      errorType: '[email]',
    })
  })

  it("contains a token's address, but no other value of this format", () => {
    const address = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
    expect(cleanProps({ token: address, tokens: address, from: address })).toEqual({
      token: address,
      tokens: '[hex]',
      from: '[hex]',
    })
    const key = `${address}${'a'.repeat(24)}`
    const jwt = 'eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0'
    for (const token of [key, jwt, `token ${address}`])
      expect(cleanProps({ token }).token).toMatch(/\[(hex|secret)\]/)
    expect(cleanProps({ token: 'ETH' })).toEqual({ token: 'ETH' })
  })

  it('is plain data without secrets, even in keys and nested values', () => {
    const circle: Record<string, unknown> = { name: 'x' }
    circle.self = circle
    const cleaned = cleanProps({
      circle,
      run: () => 1,
      big: 10n,
      'me@mail.example': [{ deep: 'code 123456' }],
      gone: undefined,
    })
    expect(() => JSON.stringify(cleaned)).not.toThrow()
    expect(cleaned.big).toBe('10')
    expect(JSON.stringify(cleaned)).not.toMatch(/@|123456/)
  })

  it("contains the page's origin and path, but no identifiers", () => {
    expect(redactUrl('https://app.example:444/shop/cart?session=SECRET#SECRET')).toBe(
      'https://app.example:444/shop/cart',
    )
    expect(redactUrl('https://u:p@app.example/reset/eyJhbGciOiJIUzI1NiJ9/me%40mail.example')).toBe(
      'https://app.example/reset/[secret]/[email]',
    )
    expect(redactUrl('https://app.example/0x52908400098527886e0f7030069857d2e4169ee7')).toBe(
      'https://app.example/[hex]',
    )
    expect(redactUrl('no address')).toBe('')
  })
})
