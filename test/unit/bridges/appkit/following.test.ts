import { describe, expect, it } from 'vitest'
import { following, sameFields } from '../../../../src/bridges/appkit/following.ts'
import { storeOf } from '../../../../src/bridges/appkit/store.ts'

describe('what is followed', () => {
  it('is told when its reading is another one, and not when only the source is', () => {
    const source = storeOf({ a: 1, b: 1 })
    const told: unknown[] = []
    const stop = following(
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

  it('is the same when its fields are', () => {
    expect(sameFields({ a: 1 }, { a: 1 })).toBe(true)
    expect(sameFields<object>({ a: 1 }, { a: 1, b: undefined })).toBe(false)
    expect(sameFields<unknown>(undefined, {})).toBe(false)
    expect(sameFields<unknown>(null, null)).toBe(true)
  })
})

describe('a store', () => {
  it('tells each listener of each other value, also one that is there twice, and one that ends in between', () => {
    const store = storeOf(0)
    const told: string[] = []
    const listener = () => void told.push(`both ${store.getSnapshot()}`)
    const stop = store.subscribe(listener)
    store.subscribe(listener)
    store.set(1)
    store.set(1)
    stop()
    store.set(2)
    expect(told).toEqual(['both 1', 'both 1', 'both 2'])
    expect(store.getInitialSnapshot()).toBe(0)
  })
})
