import { describe, expect, it } from 'vitest'
import { isSameAddress } from '../../../../src/core/chain/same-address.ts'

const hex = '0x5aAeb6053F3E94C9b9A09f33669435E7Ef1BeAed'
const base58 = 'So11111111111111111111111111111111111111112'

describe('two addresses', () => {
  it('of eip155 are the same if they differ only in upper and lower case', () => {
    expect(isSameAddress(hex, hex.toLowerCase())).toBe(true)
    expect(isSameAddress(hex.toUpperCase(), hex)).toBe(true)
    expect(isSameAddress(hex, hex.replace('5', '6'))).toBe(false)
  })

  it('of other families are different if they differ in upper and lower case', () => {
    expect(isSameAddress(base58, base58)).toBe(true)
    expect(isSameAddress(base58, base58.toLowerCase())).toBe(false)
  })

  it('are the same if both are absent, and different if one is absent', () => {
    expect(isSameAddress(undefined, undefined)).toBe(true)
    expect(isSameAddress(hex, undefined)).toBe(false)
    expect(isSameAddress(undefined, hex)).toBe(false)
  })
})
