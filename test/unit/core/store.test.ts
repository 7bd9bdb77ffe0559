import { describe, expect, it } from 'vitest'
import { storeOf } from '../../../src/core/store.ts'

describe('a store', () => {
  it('calls each listener once per change, even if it was registered twice', () => {
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
