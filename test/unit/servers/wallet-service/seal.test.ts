import { describe, expect, it } from 'vitest'
import { seal, unseal } from '../../../../src/servers/wallet-service/seal.ts'
import { createCode, secretsOf, systemRandom } from '../../../../src/servers/wallet-service/secrets.ts'

const secrets = secretsOf(new Uint8Array(32).fill(1))
const place = { user: 'a user', version: 1 }

describe('an encrypted share', () => {
  it('opens for the user and the version that it was encrypted for', () => {
    expect(unseal(secrets, seal(secrets, systemRandom, 'a share', place), place)).toBe('a share')
  })

  it('differs each time the same share is encrypted', () => {
    const sealed = Array.from({ length: 50 }, () => seal(secrets, systemRandom, 'a share', place))
    expect(new Set(sealed).size).toBe(50)
  })

  it.each([
    ['another user', secrets, { ...place, user: 'another' }],
    ['another version', secrets, { ...place, version: 2 }],
    ['another key', secretsOf(new Uint8Array(32).fill(2)), place],
  ])('does not open for %s', (_, by, where) => {
    const sealed = seal(secrets, systemRandom, 'a share', place)
    expect(() => unseal(by, sealed, where)).toThrow()
  })

  it('does not open if one bit of any byte is changed', () => {
    const [form, text = ''] = seal(secrets, systemRandom, 'a share', place).split('.')
    const bytes = Buffer.from(text, 'base64')
    for (let at = 0; at < bytes.length; at++) {
      const changed = Buffer.from(bytes)
      changed[at]! ^= 1
      expect(() => unseal(secrets, `${form}.${changed.toString('base64')}`, place)).toThrow()
    }
  })

  it.each(['', '1.', '1.AAAA', '2.AAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA'])(
    'is refused in the unknown format %j',
    (sealed) => {
      expect(() => unseal(secrets, sealed, place)).toThrow('The format of a share is unknown')
    },
  )
})

describe('a login code', () => {
  it('has six digits, even if the random number is small', () => {
    expect(createCode({ ...systemRandom, int: () => 7 })).toBe('000007')
    const codes = Array.from({ length: 1000 }, () => createCode(systemRandom))
    expect(codes.every((code) => /^\d{6}$/.test(code))).toBe(true)
    expect(new Set(codes).size).toBeGreaterThan(990)
    expect(new Set(codes.map(([first]) => first)).size).toBe(10)
  })
})

describe('a keyed hash', () => {
  it('differs if the same text is split into different parts', () => {
    expect(secrets.keyedHash('code', 'ab', 'c')).not.toBe(secrets.keyedHash('code', 'a', 'bc'))
    expect(secrets.keyedHash('code', 'a,1:b')).not.toBe(secrets.keyedHash('code', 'a', 'b'))
  })
})
