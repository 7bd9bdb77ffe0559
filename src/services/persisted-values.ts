import { isCaipNetworkId } from '../core/chain/caip.ts'
import { type ChainNamespace, isChainNamespace } from '../core/chain/namespace.ts'
import { isObject } from '../core/check.ts'
import { recentWallets as maxRecentWallets } from '../core/limits.ts'
import type { AccountType } from '../core/wallet/family.ts'

/**
 * Our own copy of what can be used of a stored value; undefined when nothing can. Hand-made, as `core/check` is: a
 * schema library would weigh as much as all the rest of persistence several times over.
 */
export type Read<T> = (value: unknown) => T | undefined
type Fields = Readonly<Record<string, Read<unknown>>>
type ResultOf<R> = R extends Read<infer T> ? T : never
type Results<F extends Fields> = { readonly [K in keyof F]: ResultOf<F[K]> }

/** Ours: as much as a broken or hostile value may cost. */
const most = { text: 8192, accounts: 100, entries: 50 }

export interface RecentWallet {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
  /** Whatever else the catalogue says of it. */
  readonly [field: string]: unknown
}

export function readIf<T>(test: (value: unknown) => value is T): Read<T> {
  return (value) => (test(value) ? value : undefined)
}

function oneOf<T extends string>(...values: readonly T[]): Read<T> {
  return readIf((value): value is T => values.includes(value as T))
}

/** Without the optional fields that cannot be used; not at all when a required one cannot. */
export function readObject<F extends Fields, O extends Fields = Record<never, never>>(
  fields: F,
  optional?: O,
) {
  return (value: unknown) => {
    if (!isObject(value)) return undefined
    const copy: Record<string, unknown> = {}
    for (const [key, read] of Object.entries<Read<unknown>>({ ...fields, ...optional })) {
      const result = Object.hasOwn(value, key) ? read(value[key]) : undefined
      if (result !== undefined) copy[key] = result
      else if (Object.hasOwn(fields, key)) return undefined
    }
    return copy as Results<F> & Partial<Results<O>>
  }
}

/** The entries that can be used, no two with the same key, at most `max`. */
function list<T>(read: Read<T>, max: number, keyOf: (entry: T) => unknown = (entry) => entry) {
  return (value: unknown): readonly T[] | undefined => {
    if (!Array.isArray(value)) return undefined
    const good = new Map<unknown, T>()
    for (const item of value) {
      const entry = read(item)
      if (entry !== undefined && !good.has(keyOf(entry))) good.set(keyOf(entry), entry)
      if (good.size === max) break
    }
    return [...good.values()]
  }
}

/** The entries that can be used; the last ones when there are too many, since those were written last. */
export function readRecord<K extends string, T>(isKey: (key: string, entry: T) => boolean, read: Read<T>) {
  return (value: unknown): Readonly<Partial<Record<K, T>>> | undefined => {
    if (!isObject(value)) return undefined
    const good = Object.entries(value).flatMap(([key, item]) => {
      const entry = read(item)
      return entry !== undefined && isKey(key, entry) ? [[key, entry] as const] : []
    })
    return Object.fromEntries(good.slice(-most.entries)) as Partial<Record<K, T>>
  }
}

export const readText = readIf((value): value is string => {
  return typeof value === 'string' && value !== '' && value.length <= most.text
})

const account = readObject(
  { address: readText, type: oneOf<AccountType>('eoa', 'smartAccount', 'payment', 'ordinal', 'stx') },
  { publicKey: readText },
)
/** How a family is connected: all that a later visit needs to take the connection up again. */
const connectionOf = (namespace: ChainNamespace) => {
  const read = readObject({
    connectorId: readText,
    accounts: list(account, most.accounts, ({ address, type }) => `${type}:${address}`),
    networkId: readIf(isCaipNetworkId),
    /** Tells this connection from a later one through the same connector: see `StoredConnections`. */
    made: readText,
  })
  return (value: unknown) => {
    const connection = read(value)
    const usable = connection?.accounts.length && connection.networkId.startsWith(`${namespace}:`)
    return usable ? connection : undefined
  }
}
const recentWallet: Read<RecentWallet> = (value) =>
  isObject(value) && readText(value.id) !== undefined ? { ...value, id: value.id as string } : undefined

/**
 * Everything that is kept between visits, but for caches, whose readers stand with what fills them. Specification 1,
 * section 3, "Persistent browser storage".
 */
export const readers = {
  deeplinkChoice: readObject({ href: readText, name: readText }),
  activeNamespace: readIf(isChainNamespace),
  activeNetworkId: readIf(isCaipNetworkId),
  /** Newest first. */
  recentWallets: list(recentWallet, maxRecentWallets, ({ id }) => id),
  telegramSocialProvider: readText,
  preferredAccountTypes: readRecord<ChainNamespace, string>(isChainNamespace, readText),
  // One value for each family, so that two tabs that connect different families never write over each other.
  'connection.eip155': connectionOf('eip155'),
  'connection.solana': connectionOf('solana'),
  'connection.polkadot': connectionOf('polkadot'),
  'connection.bip122': connectionOf('bip122'),
  'connection.cosmos': connectionOf('cosmos'),
  /** Connectors that the visitor disconnected, and that are therefore not restored. */
  disconnectedByUser: list(readText, most.entries),
} as const

export type PersistedKey = keyof typeof readers
export type Persisted = { [K in PersistedKey]: NonNullable<ReturnType<(typeof readers)[K]>> }
