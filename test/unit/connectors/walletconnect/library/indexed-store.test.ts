import { describe, expect, it } from 'vitest'
import { openIndexedStore } from '../../../../../src/connectors/walletconnect/library/indexed-store.ts'
import { mergeStored } from '../../../../../src/connectors/walletconnect/library/merge-stored.ts'
import { manualClock } from '../../../../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'

describe('what two tabs store under one key', () => {
  it('keeps the keys that the other tab added, and removes those that this tab removed', () => {
    const before = { mine: '1', gone: '2' }
    expect(mergeStored(before, { mine: '1', new: '3' }, { ...before, theirs: '4' })).toEqual({
      mine: '1',
      new: '3',
      theirs: '4',
    })
  })

  it('keeps an entry of a list that the other tab removed or changed, unless this tab changed it', () => {
    const [a, b, c] = ['a', 'b', 'c'].map((topic) => ({ topic, expiry: 1 }))
    const changed = { topic: 'b', expiry: 2 }
    expect(mergeStored([a, b], [a, b, c], [changed])).toEqual([changed, c])
    expect(mergeStored([a, b], [a, changed], [a, b, c])).toEqual([a, changed, c])
    expect(mergeStored([a, b], [b], [a, b, c])).toEqual([b, c])
  })

  it('adds to what is stored when it could not be read before', () => {
    expect(mergeStored(undefined, { new: '1' }, { old: '2' })).toEqual({ old: '2', new: '1' })
    expect(mergeStored(undefined, [{ id: 1 }], [{ id: 2 }])).toEqual([{ id: 2 }, { id: 1 }])
  })

  it('stores values of other shapes as they are', () => {
    expect(mergeStored('a', 'b', 'c')).toBe('b')
    expect(mergeStored([], ['b'], ['c'])).toEqual(['b'])
    expect(mergeStored([], [{ id: 1 }], 'c')).toEqual([{ id: 1 }])
  })
})

describe('a store over a database that fails', () => {
  const open = (factory: unknown, clock = manualClock()) =>
    openIndexedStore({
      factory: factory as IDBFactory | undefined,
      prefix: 'x/',
      clock,
      log: memoryPlatform().log,
      earlier: async () => new Map(),
      takenOver: async () => {},
    })

  it.each([
    ['is missing', undefined],
    [
      'refuses',
      {
        open() {
          throw new DOMException('The operation is insecure.', 'SecurityError')
        },
      },
    ],
  ])('keeps values in memory when the database %s', async (_, factory) => {
    const store = await open(factory)
    store.set('x/key', 'value')
    await store.written()
    expect([store.get('x/key'), store.keys()]).toEqual(['value', ['x/key']])
    store.remove('x/key')
    expect([store.get('x/key'), store.keys()]).toEqual([null, []])
    store.close()
  })

  it('opens without the values of a database that never answers, and ends its timers', async () => {
    const clock = manualClock()
    const opening = open({ open: () => ({}) }, clock)
    await clock.advance(2000)
    const store = await opening
    store.set('x/key', 'value')
    const written = store.written()
    await clock.advance(1000)
    await written
    expect(store.get('x/key')).toBe('value')
    store.close()
    await clock.advance(2000)
    expect(clock.pending).toBe(0)
  })
})
