import { describe, expect, it } from 'vitest'
import { masked, maskedText, maskedUrl } from '../../../src/devtools/masking.ts'
import { fc } from '../../support/fast-check.ts'

const uri = `wc:${'a1'.repeat(32)}@2?relay-protocol=irn&symKey=${'b2'.repeat(32)}&expiryTimestamp=1`
const phrase = 'test test test test test test test test test test test junk'

describe("the panel's output", () => {
  it.each([
    ['the URI of a pairing', uri, 'symKey'],
    ['a URI inside a link', `https://wallet.example/wc?uri=${encodeURIComponent(uri)}`, 'b2b2'],
    ['a JWT', 'Bearer eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl', 'eyJ'],
    ['a phrase', `the words are ${phrase}`, 'test test'],
    ['an extended private key', `xprv${'9'.repeat(107)}`, 'xprv9'],
    ['an email address', 'mail to jane.doe@example.com', 'jane.doe'],
    [
      'the key in the path of an endpoint',
      'https://mainnet.example.io/v3/0123456789abcdef0123456789abcdef',
      '0123456789abcdef',
    ],
    ['the key in the query of an endpoint', 'https://rpc.example.io/?apiKey=hunter2', 'hunter2'],
    ['a password in a URL', 'https://user:hunter2@rpc.example.io/', 'hunter2'],
  ])('hides %s', (_, text, secret) => {
    expect(text).toContain(secret.slice(0, 4))
    expect(JSON.stringify(masked({ told: [text] }))).not.toContain(secret)
    expect(maskedText(text)).toContain('•••'.slice(0, text.includes('@rpc') ? 0 : 3))
  })

  it.each([
    'privateKey',
    'private_key',
    'mnemonic',
    'password',
    'otp',
    'accessToken',
    'symKey',
    'projectId',
    'deviceShare',
    'Authorization',
  ])('hides the value of a field named %s, whether the value is a text or an object', (name) => {
    expect(masked({ [name]: 'hunter2' })).toEqual({ [name]: '•••' })
    expect(masked({ [name]: { inside: 'hunter2' } })).toEqual({ [name]: '•••' })
  })

  it.each(['otp', 'pin', 'privateKey', 'seed'])('hides a number in a field named %s', (name) => {
    expect(masked({ [name]: 4821 })).toEqual({ [name]: '•••' })
    expect(masked({ [name]: 4821n })).toEqual({ [name]: '•••' })
  })

  it("shows the number of an account's transactions", () => {
    expect(masked({ nonce: 7 })).toEqual({ nonce: 7 })
    expect(masked({ nonce: 'hunter2' })).toEqual({ nonce: '•••' })
  })

  it('hides mailed codes, and shows error codes', () => {
    expect(masked({ code: '123456' })).toEqual({ code: '•••' })
    expect(masked({ code: 123456 })).toEqual({ code: '•••' })
    expect(masked({ code: 'wallet/user-rejected' })).toEqual({ code: 'wallet/user-rejected' })
    expect(masked(Object.assign(new Error('no'), { code: 4001 }))).toMatchObject({
      code: 4001,
      message: 'no',
    })
  })

  it('shows every value that is not secret, without changes', () => {
    const plain = {
      status: 'connected',
      address: `0x${'ab'.repeat(20)}`,
      hash: `0x${'cd'.repeat(32)}`,
      n: 7,
      no: null,
      yes: true,
    }
    expect(masked(plain)).toEqual(plain)
    expect(maskedUrl('http://127.0.0.1:8545/')).toBe('http://127.0.0.1:8545/')
    expect(
      maskedUrl(
        'https://x.example/v1/account/0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266/balance?currency=usd',
      ),
    ).toContain('0xf39F')
    expect(masked({ text: 'no url' })).toEqual({ text: 'no url' })
  })

  it('shortens signatures, long texts, long lists and deep values', () => {
    expect(maskedText(`0x${'ab'.repeat(65)}`)).toBe('0xababababab…abababab')
    expect(maskedText('x '.repeat(2_000))).toContain('… 2000 more')
    expect((masked(Array.from({ length: 60 }, (_, at) => at)) as unknown[]).at(-1)).toBe('… 10 more')
    let deep: object = {}
    for (let level = 0; level < 20; level++) deep = { deep }
    expect(JSON.stringify(masked(deep))).toContain('[…]')
  })

  it('shows values of any kind: cycles, bigints, bytes, functions, symbols, maps and sets', () => {
    const circle: { self?: unknown } = {}
    circle.self = circle
    expect(masked(circle)).toEqual({ self: '[circular]' })
    const shared = { a: 1 }
    expect(masked([shared, shared])).toEqual([shared, shared])
    expect(masked([1n, new Uint8Array(3), () => {}, Symbol.iterator, undefined])).toEqual([
      ...['1n', '[3 bytes]', '[function]', '[symbol]', undefined],
    ])
    expect(masked(new Map([['password', 'hunter2']]))).toEqual({ password: '•••' })
    expect(masked(new Set([1]))).toEqual([1])
  })

  it('hides the URI of a pairing anywhere in a value', () => {
    fc.assert(
      fc.property(
        fc.object({
          values: [
            fc.string(),
            fc.bigInt(),
            fc.constant(uri),
            fc.string().map((text) => `${text} ${uri} ${text}`),
          ],
        }),
        (value) => {
          expect(JSON.stringify(masked(value)) ?? '').not.toContain('symKey=')
        },
      ),
    )
  })
})
