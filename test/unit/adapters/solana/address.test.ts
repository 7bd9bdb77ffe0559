import { base58 } from '@scure/base'
import { PublicKey } from '@solana/web3.js'
import { describe, expect, it } from 'vitest'
import { normalizeAddress } from '../../../../src/adapters/solana/address.ts'

// anza-xyz/kit packages/addresses/src/__tests__/{address,curve}-test.ts
const onCurve = ['nick6zJc6HpW3kfBm4xS2dmbuVRyb5F3AnUvj5ymzR5', '11111111111111111111111111111111']
const offCurve = 'CCMCWh4FudPEmY6Q1AVi5o8mQMXkHYkJUmZfzRGdcJ9P'

describe('a solana address', () => {
  it.each([...onCurve, offCurve])('is read from %s', (address) => {
    expect(normalizeAddress(address)).toBe(address)
    expect(base58.decode(address)).toHaveLength(32)
  })

  it.each([
    ['a text with characters outside base58', '0OIl6zJc6HpW3kfBm4xS2dmbuVRyb5F3AnUvj5ymz'],
    [
      '31 bytes that are encoded as at least 32 characters',
      base58.encode(new Uint8Array(31).fill(255)).padStart(32, '1').slice(-43),
    ],
    ['33 bytes', base58.encode(new Uint8Array(33).fill(255)).slice(0, 45)],
    ['33 bytes in 44 characters', 'zzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzzz'],
    ['32 times the letter O', 'O'.repeat(32)],
    ['an address after other text', `https://evil.example/?a=${onCurve[0]}`],
    ['an address after a script', `javascript:alert(1)//${onCurve[1]}`],
    ['an address between spaces', ` ${onCurve[0]} `],
    ['an address before a line break', `${onCurve[0]}\n`],
    ['an empty text', ''],
    ['an eip155 address', '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'],
    ['an address in upper case', onCurve[0]!.toUpperCase()],
  ])('is not read from %s', (_, text) => {
    expect(normalizeAddress(text)).toBeUndefined()
  })

  it('may be on or off the ed25519 curve', () => {
    for (const address of onCurve) expect(PublicKey.isOnCurve(address)).toBe(true)
    expect(PublicKey.isOnCurve(offCurve)).toBe(false)
  })
})
