import { describe, expect, it } from 'vitest'
import type { CaipNetworkId } from '../../../src/core/chain/caip.ts'
import { memoryStore } from '../../../src/platform/memory-store.ts'
import type { KeyValueStore } from '../../../src/ports.ts'
import { type Persisted, type PersistedKey, readers } from '../../../src/services/persisted-values.ts'
import { createPersistence } from '../../../src/services/persistence.ts'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { fc } from '../../support/fast-check.ts'

const keys = Object.keys(readers) as readonly PersistedKey[]
const caches = ['nativeBalanceCache', 'nameCache'] as const
/** The caches without data of the visitor's accounts. */
const withoutAccounts = ['projectConfig', 'announcedIcons'] as const
const list = (value: unknown) => (Array.isArray(value) ? (value as readonly unknown[]) : undefined)

function stored<Id extends CaipNetworkId>(networkId: Id) {
  const accounts = [{ address: '0xabc', type: 'eoa' as const, publicKey: 'pk' }]
  return { connectorId: 'example.wallet', accounts, networkId, made: 'mark' }
}

/** A valid value for every key. */
const samples: { readonly [K in PersistedKey]: Persisted[K] } = {
  deeplinkChoice: { href: 'https://wallet.example/open', name: 'Wallet' },
  activeNamespace: 'eip155',
  activeNetworkId: 'eip155:1',
  recentWallets: [
    { id: 'b', rdns: 'example.b' },
    { id: 'a', name: 'A', image_id: 'i' },
  ],
  telegramSocialProvider: 'github',
  preferredAccountTypes: { eip155: 'smartAccount' },
  'connection.eip155': stored('eip155:1'),
  'connection.solana': stored('solana:main'),
  'connection.polkadot': stored('polkadot:hub'),
  'connection.bip122': stored('bip122:main'),
  'connection.cosmos': stored('cosmos:hub'),
  disconnectedByUser: ['example.wallet'],
  smartSessions: ['{}'],
  sent: ['{}'],
  bridged: ['{}'],
}

function world(store: KeyValueStore = memoryStore(), name = 'app') {
  const { log, logged } = memoryPlatform()
  const open = () => createPersistence({ store, log, name })
  return { store, logged, open, persistence: open() }
}

const put = <K extends PersistedKey>(to: ReturnType<typeof createPersistence>, key: K) =>
  to.set(key, samples[key])
const sealed = (data: unknown) => JSON.stringify({ v: 1, data })

/** Returns a store that throws the error of a full store when `refuses` returns true. */
function faulty(
  refuses: (operation: 'get' | 'set' | 'remove', key: string, value: string) => boolean,
): KeyValueStore {
  const inner = memoryStore()
  const gate = (operation: 'get' | 'set' | 'remove', key: string, value = '') => {
    if (refuses(operation, key, value)) throw new DOMException('full', 'QuotaExceededError')
  }
  return {
    ...inner,
    get(key) {
      gate('get', key)
      return inner.get(key)
    },
    set(key, value) {
      gate('set', key, value)
      inner.set(key, value)
    },
    remove(key) {
      gate('remove', key)
      inner.remove(key)
    },
  }
}

describe('a stored value', () => {
  it.each(keys)('under %s survives a reload until it is removed', (key) => {
    const { persistence, open, store } = world()
    put(persistence, key)
    expect(open().get(key)).toEqual(samples[key])
    expect(store.keys()).toEqual([`@latchkey/${key}`])
    persistence.remove(key)
    expect(open().get(key)).toBeUndefined()
    expect(store.keys()).toEqual([])
  })

  it('is separate for clients with different names', () => {
    const store = memoryStore()
    const [app, other] = [world(store).persistence, world(store, 'other').persistence]
    app.set('activeNamespace', 'eip155')
    other.set('activeNamespace', 'solana')
    expect([app.get('activeNamespace'), other.get('activeNamespace')]).toEqual(['eip155', 'solana'])
    expect([...store.keys()].sort()).toEqual(['@latchkey/activeNamespace', '@latchkey/other/activeNamespace'])
  })

  it('stays unchanged when the caller changes a passed or returned object', () => {
    const { persistence } = world()
    const types = { eip155: 'a' }
    persistence.set('preferredAccountTypes', types)
    types.eip155 = 'b'
    const got = persistence.get('preferredAccountTypes') as { eip155: string }
    got.eip155 = 'c'
    expect(persistence.get('preferredAccountTypes')).toEqual({ eip155: 'a' })
  })

  it('is replaced only by a valid value of limited size', () => {
    const { persistence, logged } = world()
    persistence.set('telegramSocialProvider', 'old')
    const circle: Record<string, unknown> = { id: 'x' }
    circle.self = circle
    persistence.set('recentWallets', [circle as never])
    persistence.set('recentWallets', [{ id: 'x', blob: 'x'.repeat(1_000_000) }])
    persistence.set('telegramSocialProvider', 'x'.repeat(10_000))
    persistence.set('activeNamespace', 'constructor' as never)
    expect(persistence.get('recentWallets')).toBeUndefined()
    expect(persistence.get('telegramSocialProvider')).toBe('old')
    expect(persistence.get('activeNamespace')).toBeUndefined()
    expect(logged.map(({ level }) => level)).toEqual(['warn', 'warn', 'warn', 'warn'])
  })
})

describe('an invalid stored value', () => {
  const raw: readonly (readonly [string, string])[] = [
    ['a bracket', '{'],
    ['null', 'null'],
    ['a list', '[]'],
    ['an unrelated object', '{"a":1}'],
    ['a text', '"x"'],
    ['a megabyte', 'x'.repeat(1_048_576)],
    ['a polluted prototype', '{"__proto__":{"polluted":1}}'],
    ['an empty text', ''],
    ['an object of an older version', '{"v":0,"data":{}}'],
    ['an object of a newer version', '{"v":2,"data":{}}'],
    ['an object with a number as its data', sealed(7)],
    ['an object with null as its data', sealed(null)],
  ]
  const cases = keys.flatMap((key) => raw.map(([what, text]) => ({ key, what, text })))

  it.each(cases)('under $key is ignored and removed if it is $what', ({ key, text }) => {
    const { persistence, open, store } = world()
    for (const each of keys) put(persistence, each)
    store.set(`@latchkey/${key}`, text)
    const restarted = open()
    const seen = Object.fromEntries(keys.map((each) => [each, restarted.get(each)]))
    expect(seen).toEqual({ ...samples, [key]: undefined })
    expect(store.get(`@latchkey/${key}`)).toBeNull()
    expect(store.keys()).toHaveLength(keys.length - 1)
    expect(({} as { polluted?: unknown }).polluted).toBeUndefined()
  })

  it.each(keys)('under %s is read as a valid value or as undefined', (key) => {
    fc.assert(
      fc.property(fc.oneof(fc.json(), fc.jsonValue().map(sealed)), (text) => {
        const { persistence, open, store } = world()
        store.set(`@latchkey/${key}`, text)
        const value = persistence.get(key)
        if (value === undefined) expect(store.get(`@latchkey/${key}`)).toBeNull()
        else {
          persistence.set(key, value)
          expect(open().get(key)).toEqual(value)
        }
      }),
      { numRuns: 50 },
    )
  })
})

describe('a partly invalid stored value', () => {
  it('keeps only its valid parts', () => {
    const { store, persistence } = world()
    const good = samples['connection.eip155']
    const accounts = [...good.accounts, { address: 7 }, null, { address: '0x1', type: 'king' }]
    store.set('@latchkey/connection.eip155', sealed({ ...good, accounts }))
    expect(persistence.get('connection.eip155')).toEqual(good)
    for (const bad of [{ ...good, networkId: 'eip155:1' }, { ...good, accounts: [] }, 'x']) {
      store.set('@latchkey/connection.solana', sealed(bad))
      expect(persistence.get('connection.solana')).toBeUndefined()
    }
    store.set('@latchkey/preferredAccountTypes', sealed({ eip155: 'a', near: 'b', solana: 5, polkadot: '' }))
    expect(persistence.get('preferredAccountTypes')).toEqual({ eip155: 'a' })
    store.set('@latchkey/disconnectedByUser', sealed(['a', '', 'a', 4, 'b']))
    expect(persistence.get('disconnectedByUser')).toEqual(['a', 'b'])
  })

  it('keeps the first 100 of 10,000 accounts', () => {
    const { store, persistence } = world()
    const address = (index: number) => `0x${index.toString(16).padStart(40, '0')}`
    const accounts = Array.from({ length: 10_000 }, (_, index) => ({ address: address(index), type: 'eoa' }))
    const data = { connectorId: 'w', accounts, networkId: 'eip155:1', made: 'm' }
    store.set('@latchkey/connection.eip155', sealed(data))
    const kept = persistence.get('connection.eip155')?.accounts
    expect(kept).toEqual(accounts.slice(0, 100))
  })

  it('lists an address once per account type', () => {
    const { persistence } = world()
    const account = (type: 'eoa' | 'smartAccount') => ({ address: '0x1', type })
    const accounts = [account('eoa'), account('smartAccount'), account('eoa')]
    persistence.set('connection.eip155', { connectorId: 'w', accounts, networkId: 'eip155:1', made: 'm' })
    expect(persistence.get('connection.eip155')?.accounts).toEqual(accounts.slice(0, 2))
  })
})

describe('the recent wallets', () => {
  it('contain no key that could pollute a prototype', () => {
    const { store, persistence } = world()
    store.set(
      '@latchkey/recentWallets',
      '{"v":1,"data":[{"id":"a","__proto__":{"x":1},"deep":{"__proto__":{"x":1}}}]}',
    )
    const wallet = persistence.get('recentWallets')?.[0]
    expect(wallet).toEqual({ id: 'a', deep: {} })
    expect(Object.hasOwn(wallet ?? {}, '__proto__')).toBe(false)
    expect(Object.hasOwn(wallet?.deep ?? {}, '__proto__')).toBe(false)
  })

  it('are the last two different wallets, newest first', () => {
    const { persistence, open } = world()
    const ids = () =>
      open()
        .get('recentWallets')
        ?.map(({ id }) => id)
    const use = (wallet: { readonly id: string; readonly name?: string }) =>
      persistence.set('recentWallets', [wallet, ...(persistence.get('recentWallets') ?? [])])
    for (const id of ['a', 'b', 'c']) use({ id })
    expect(ids()).toEqual(['c', 'b'])
    use({ id: 'b', name: 'now with a name' })
    expect(open().get('recentWallets')).toEqual([{ id: 'b', name: 'now with a name' }, { id: 'c' }])
    use({ id: 'b' })
    expect(ids()).toEqual(['b', 'c'])
  })
})

describe('a cached value', () => {
  it("is removed if the caller's parser refuses it", () => {
    const { persistence, open, store } = world()
    persistence.setCache('nameCache', ['a'], list)
    expect(open().getCache('nameCache', list)).toEqual(['a'])
    persistence.setCache('nameCache', 'b' as never, list)
    expect(store.keys()).toEqual([])
    store.set('@latchkey/nameCache', sealed('b'))
    expect(persistence.getCache('nameCache', list)).toBeUndefined()
    expect(store.keys()).toEqual([])
  })

  it('is removed when the client clears its cached values', () => {
    const { persistence, store } = world()
    for (const key of keys) put(persistence, key)
    for (const key of [...caches, ...withoutAccounts]) persistence.setCache(key, [1], list)
    const other = world(store, 'other').persistence
    other.setCache('nameCache', [2], list)
    persistence.clearCaches()
    for (const key of caches) expect(persistence.getCache(key, list)).toBeUndefined()
    for (const key of withoutAccounts) expect(persistence.getCache(key, list)).toEqual([1])
    expect(other.getCache('nameCache', list)).toEqual([2])
    expect(store.keys()).toHaveLength(keys.length + withoutAccounts.length + 1)
  })
})

describe('a store that fails', () => {
  it("is replaced by the page's memory if every call fails", () => {
    const store = faulty(() => true)
    const { persistence, logged } = world(store)
    for (const key of keys) expect(persistence.get(key)).toBeUndefined()
    for (const key of keys) put(persistence, key)
    for (const key of keys) expect(persistence.get(key)).toEqual(samples[key])
    for (const key of keys) persistence.remove(key)
    for (const key of keys) expect(persistence.get(key)).toBeUndefined()
    for (const key of caches) persistence.setCache(key, [1], list)
    for (const key of caches) expect(persistence.getCache(key, list)).toEqual([1])
    persistence.clearCaches()
    for (const key of caches) expect(persistence.getCache(key, list)).toBeUndefined()
    expect(logged).toMatchObject([{ level: 'debug' }])
  })

  it('returns nothing for a key that it failed to remove', () => {
    const { persistence } = world(faulty((operation) => operation === 'remove'))
    put(persistence, 'preferredAccountTypes')
    persistence.remove('preferredAccountTypes')
    expect(persistence.get('preferredAccountTypes')).toBeUndefined()
    put(persistence, 'preferredAccountTypes')
    expect(persistence.get('preferredAccountTypes')).toEqual(samples.preferredAccountTypes)
  })

  it('loses only cached values if every third write fails', () => {
    let writes = 0
    const store = faulty((operation) => operation === 'set' && ++writes % 3 === 0)
    const { persistence, open } = world(store)
    for (const key of keys) {
      persistence.setCache('nameCache', [key], list)
      put(persistence, key)
    }
    for (const key of keys) expect(open().get(key)).toEqual(samples[key])
  })

  it('when it is full, drops only as many caches as a new value needs', () => {
    const sizes = new Map<string, number>()
    let room = 1024
    const store = faulty((operation, key, value) => {
      if (operation === 'remove') sizes.delete(key)
      if (operation !== 'set') return false
      const others = [...sizes].reduce((sum, [each, size]) => (each === key ? sum : sum + size), 0)
      if (others + key.length + value.length > room) return true
      sizes.set(key, key.length + value.length)
      return false
    })
    const { persistence, open } = world(store)
    for (const key of caches) persistence.setCache(key, ['n'.repeat(300)], list)
    put(persistence, 'connection.eip155')
    expect(caches.map((key) => open().getCache(key, list))).toEqual([['n'.repeat(300)], ['n'.repeat(300)]])

    persistence.set('telegramSocialProvider', 't'.repeat(300))
    expect(open().get('telegramSocialProvider')).toBe('t'.repeat(300))
    expect(caches.map((key) => open().getCache(key, list))).toEqual([undefined, ['n'.repeat(300)]])
    expect(open().get('connection.eip155')).toEqual(samples['connection.eip155'])

    // The value doesn't fit even without caches, so only this page's memory keeps the value.
    room = 0
    put(persistence, 'preferredAccountTypes')
    const types = () => [persistence, open()].map((each) => each.get('preferredAccountTypes'))
    expect(types()).toEqual([samples.preferredAccountTypes, undefined])
    expect(open().get('connection.eip155')).toEqual(samples['connection.eip155'])
    room = 10_000
    put(persistence, 'preferredAccountTypes')
    expect(types()[1]).toEqual(samples.preferredAccountTypes)
  })

  it.each(withoutAccounts)('when it is full, drops %s to make room for a connection', (cache) => {
    let hasRoom = true
    const store = faulty((operation, key) => operation === 'set' && !hasRoom && key.includes('connection'))
    const { persistence, open } = world({
      ...store,
      remove(key) {
        store.remove(key)
        if (key.endsWith(cache)) hasRoom = true
      },
    })
    persistence.setCache(cache, ['n'.repeat(300)], list)
    put(persistence, 'activeNamespace')
    hasRoom = false
    put(persistence, 'connection.eip155')
    expect(open().get('connection.eip155')).toEqual(samples['connection.eip155'])
    expect(open().get('activeNamespace')).toBe(samples.activeNamespace)
    expect(open().getCache(cache, list)).toBeUndefined()
  })

  it('returns the latest value even if random calls fail', () => {
    const command = fc.record({
      key: fc.constantFrom(...keys),
      act: fc.constantFrom('set', 'set', 'get', 'remove', 'clear'),
      fails: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(command, { maxLength: 60 }), (commands) => {
        let fails = false
        const { persistence } = world(faulty((operation) => fails && operation !== 'get'))
        const model = new Map<PersistedKey, unknown>()
        for (const { key, act, fails: now } of commands) {
          fails = now
          if (act === 'set') {
            put(persistence, key)
            model.set(key, samples[key])
          } else if (act === 'remove') {
            persistence.remove(key)
            model.delete(key)
          } else if (act === 'clear') persistence.clearCaches()
          const got = persistence.get(key)
          expect(got).toEqual(model.get(key))
        }
      }),
    )
  })
})

describe('changes from other tabs', () => {
  it('are reported with their key until the listener is removed', () => {
    const { storage, log } = memoryPlatform()
    const persistence = createPersistence({ store: storage, log, name: 'app' })
    const seen: (PersistedKey | undefined)[] = []
    const stop = persistence.onExternalChange((key) => seen.push(key))
    storage.changeElsewhere('@latchkey/activeNamespace', sealed('solana'))
    storage.changeElsewhere('@latchkey/other/activeNamespace', sealed('solana'))
    storage.changeElsewhere('@latchkey/constructor', '1')
    storage.changeElsewhere('somebody-else', '1')
    expect(persistence.get('activeNamespace')).toBe('solana')
    storage.changeElsewhere(null as never, null)
    expect(seen).toEqual(['activeNamespace', undefined])
    stop()
    persistence.dispose()
    storage.changeElsewhere('@latchkey/activeNamespace', null)
    expect(seen).toHaveLength(2)
  })

  it('override the values that this tab could not store', () => {
    const { storage, log } = memoryPlatform()
    const store = {
      ...storage,
      set: () => {
        throw new Error('full')
      },
    }
    const persistence = createPersistence({ store, log, name: 'app' })
    persistence.set('activeNamespace', 'eip155')
    expect(persistence.get('activeNamespace')).toBe('eip155')
    storage.changeElsewhere('@latchkey/activeNamespace', sealed('solana'))
    expect(persistence.get('activeNamespace')).toBe('solana')
  })

  it('are reported even if another listener throws', () => {
    const { storage, log, logged } = memoryPlatform()
    const options = { log, name: 'app' }
    const persistence = createPersistence({ store: storage, ...options })
    const seen: unknown[] = []
    persistence.onExternalChange(() => {
      throw new Error('broken listener')
    })
    persistence.onExternalChange((key) => seen.push(key))
    storage.changeElsewhere('@latchkey/deeplinkChoice', null)
    expect(seen).toEqual(['deeplinkChoice'])
    expect(logged).toMatchObject([{ level: 'error' }])
    const unwatchable = {
      ...memoryStore(),
      onExternalChange: () => {
        throw new Error('no')
      },
    }
    const other = createPersistence({ store: unwatchable, ...options })
    put(other, 'activeNamespace')
    expect(other.get('activeNamespace')).toBe('eip155')
    other.dispose()
  })
})
