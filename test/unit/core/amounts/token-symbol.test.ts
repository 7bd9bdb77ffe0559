import { describe, expect, it } from 'vitest'
import { tokenSymbol } from '../../../../src/core/amounts/token-symbol.ts'
import { fc } from '../../../support/fast-check.ts'

describe('the symbol of a token', () => {
  it('is a single short line without control characters', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const symbol = tokenSymbol(text)
        expect([...symbol].length).toBeLessThanOrEqual(32)
        expect(symbol).not.toMatch(/[\p{C}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u)
        expect(symbol.trim()).toBe(symbol)
      }),
      { numRuns: 1000 },
    )
  })

  it('keeps the visible characters of the text that the network reports, up to 32 characters', () => {
    expect(tokenSymbol('USDC')).toBe('USDC')
    expect(tokenSymbol('\u3164U\u200bS\u202eDC\u2028 x\u00a0y ')).toBe('USDC x y')
    expect(tokenSymbol(`${'a'.repeat(31)}😀😀`)).toBe(`${'a'.repeat(31)}😀`)
    expect(tokenSymbol(undefined)).toBe('')
  })
})
