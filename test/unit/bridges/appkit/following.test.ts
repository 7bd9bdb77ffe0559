import { describe, expect, it } from 'vitest'
import { sameFields, watchValue } from '../../../../src/bridges/appkit/watch-value.ts'
import { storeOf } from '../../../../src/core/store.ts'

describe('a subscription to a derived value', () => {
  it('is notified when the derived value changes, but not when only its source changes', () => {
    const source = storeOf({ a: 1, b: 1 })
    const told: unknown[] = []
    const stop = watchValue(
      [source],
      () => ({ a: source.getSnapshot().a }),
      ({ a }) => told.push(a),
    )
    source.set({ a: 1, b: 2 })
    source.set({ a: 2, b: 2 })
    stop()
    source.set({ a: 3, b: 2 })
    expect(told).toEqual([2])
  })

  it('treats values with equal fields as equal', () => {
    expect(sameFields({ a: 1 }, { a: 1 })).toBe(true)
    expect(sameFields<object>({ a: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(sameFields<unknown>(undefined, {})).toBe(false)
    expect(sameFields<unknown>(null, null)).toBe(true)
  })
})
