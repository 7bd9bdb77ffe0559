import { describe, expect, it } from 'vitest'
import { hasSameContent } from '../../../../src/controllers/base/same-content.ts'

describe('hasSameContent', () => {
  it('compares plain objects and arrays by their content', () => {
    expect(hasSameContent({ a: [1n, { b: 'c' }] }, { a: [1n, { b: 'c' }] })).toBe(true)
    expect(hasSameContent({ a: [1n] }, { a: [1n, 2n] })).toBe(false)
    expect(hasSameContent([], {})).toBe(false)
  })

  it('treats a missing key as undefined', () => {
    expect(hasSameContent({ a: undefined }, {})).toBe(true)
    expect(hasSameContent({}, { a: null })).toBe(false)
  })

  it('compares instances of classes and functions by identity', () => {
    const error = new Error('a')
    expect(hasSameContent({ error }, { error })).toBe(true)
    expect(hasSameContent({ error }, { error: new Error('a') })).toBe(false)
    expect(hasSameContent([() => 1], [() => 1])).toBe(false)
  })
})
