import { afterEach, describe, expect, it, vi } from 'vitest'
import { earlierStore } from '../../../../../src/connectors/walletconnect/library/earlier-store.ts'
import { openIndexedStore } from '../../../../../src/connectors/walletconnect/library/indexed-store.ts'
import { mergeStored } from '../../../../../src/connectors/walletconnect/library/merge-stored.ts'
import { manualClock } from '../../../../../src/testing/manual-clock.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { type MemoryIndexedDb, memoryIndexedDb } from '../../../../support/memory-indexed-db.ts'

describe('a value that two tabs store under one key', () => {
  it('has the fields that the other tab added, and lacks the fields that this tab removed', () => {
    const before = { mine: '1', gone: '2' }
    expect(mergeStored(before, { mine: '1', new: '3' }, { ...before, theirs: '4' })).toEqual({
      mine: '1',
      new: '3',
      theirs: '4',
    })
  })

  it("contains the other tab's changes to a list, except for the entries that this tab changed too", () => {
    const [a, b, c] = ['a', 'b', 'c'].map((topic) => ({ topic, expiry: 1 }))
    const changed = { topic: 'b', expiry: 2 }
    expect(mergeStored([a, b], [a, b, c], [changed])).toEqual([changed, c])
    expect(mergeStored([a, b], [a, changed], [a, b, c])).toEqual([a, changed, c])
    expect(mergeStored([a, b], [b], [a, b, c])).toEqual([b, c])
  })

  it('contains the entries of both tabs if this tab could not read the stored value before its change', () => {
    expect(mergeStored(undefined, { new: '1' }, { old: '2' })).toEqual({ old: '2', new: '1' })
    expect(mergeStored(undefined, [{ id: 1 }], [{ id: 2 }])).toEqual([{ id: 2 }, { id: 1 }])
  })

  it("is this tab's value if the stored value is neither an object nor a list of objects with ids", () => {
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

  it('opens without stored values if the database never answers', async () => {
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

describe("a store over the browser's database", () => {
  const own = 'latchkey-walletconnect'
  const old = 'WALLET_CONNECT_V2_INDEXED_DB'
  const keychain = 'x/wc@2:core:0.3:a//keychain'
  const setUp = () => ({ disk: memoryIndexedDb(), clock: manualClock() })
  const open = ({ disk, clock }: ReturnType<typeof setUp>) => {
    const before = earlierStore(disk.factory, 'a', clock)
    return openIndexedStore({
      factory: disk.factory,
      prefix: 'x/',
      clock,
      log: memoryPlatform().log,
      earlier: () => before.read(),
      takenOver: (keys) => before.remove(keys),
    })
  }
  const onDisk = (disk: MemoryIndexedDb, key: string) => disk.databases.get(own)?.get('values')?.get(key)
  /** Stores values as Latchkey 1.0 did. */
  const keepEarlier = (disk: MemoryIndexedDb) =>
    disk.databases.set(
      old,
      new Map([['keyvaluestorage', new Map([['wc@2:core:0.3:a:keychain', '{"earlier":"1"}']])]]),
    )
  afterEach(() => void vi.unstubAllGlobals())

  it('repeats a write after the database refused it', async () => {
    const world = setUp()
    const store = await open(world)
    // Both the write and its repetition over another connection fail.
    world.disk.failWrites(2)
    store.set('x/key', 'value')
    await store.written()
    expect(onDisk(world.disk, 'x/key')).toBeUndefined()
    await world.clock.advance(1000)
    await expect.poll(() => onDisk(world.disk, 'x/key'), { message: 'the value is written' }).toBe('value')
    store.close()
    expect(world.clock.pending).toBe(0)
  })

  it('keeps what two tabs add to one value', async () => {
    const world = setUp()
    const [first, second] = [await open(world), await open(world)]
    first.set(keychain, '{"first":"1"}')
    await first.written()
    second.set(keychain, '{"second":"2"}')
    expect(JSON.parse((await second.readAgain(keychain)) ?? '')).toEqual({ first: '1', second: '2' })
    await second.written()
    expect(JSON.parse(String(onDisk(world.disk, keychain)))).toEqual({ first: '1', second: '2' })
    expect(JSON.parse((await first.readAgain(keychain)) ?? '')).toEqual({ first: '1', second: '2' })
    first.remove(keychain)
    expect(await first.readAgain(keychain)).toBeUndefined()
  })

  it("reports a database that doesn't answer, and reads from it when it answers again", async () => {
    const world = setUp()
    const before = await open(world)
    before.set('x/key', 'value')
    await before.written()
    world.disk.silent.add(own)
    const opening = open(world)
    await world.clock.advance(2000)
    const store = await opening
    expect(store.get('x/key')).toBeNull()
    const reading = expect(store.readAgain('x/key')).rejects.toThrow('does not answer')
    await world.clock.advance(2000)
    await reading
    world.disk.silent.clear()
    expect(await store.readAgain('x/key')).toBe('value')
  })

  it('takes over the values of Latchkey 1.0, and removes them from the database of Latchkey 1.0', async () => {
    const world = setUp()
    keepEarlier(world.disk)
    const store = await open(world)
    expect(store.get(keychain)).toBe('{"earlier":"1"}')
    await expect
      .poll(() => world.disk.databases.get(old)?.get('keyvaluestorage')?.size, {
        message: 'the values are moved',
      })
      .toBe(0)
  })

  it('takes over the values of Latchkey 1.0 at a later start if their database does not answer', async () => {
    const world = setUp()
    keepEarlier(world.disk)
    world.disk.silent.add(old)
    const opening = open(world)
    await world.clock.advance(2000)
    const store = await opening
    store.set(keychain, '{"newer":"2"}')
    await store.written()
    const reading = expect(store.readAgain(keychain)).rejects.toThrow('does not answer')
    await world.clock.advance(2000)
    await reading
    store.close()
    world.disk.silent.clear()
    const next = await open(world)
    expect(JSON.parse(next.get(keychain) ?? '')).toEqual({ earlier: '1', newer: '2' })
  })

  it('has no values of Latchkey 1.0 on a first visit', async () => {
    const world = setUp()
    const store = await open(world)
    expect([store.keys(), [...world.disk.databases.keys()]]).toEqual([[], [own]])
  })
})
