import { isObject } from '../../../core/json/is-object.ts'
import { sameJson } from '../../../core/json/same-json.ts'

/**
 * Applies this tab's changes to the stored value. The WalletConnect library writes whole lists from the memory of one tab, so it
 * would erase what another tab has stored.
 *
 * @param before The value that this tab last stored or read.
 * @param after The value that this tab stores now.
 * @param stored The value in the store.
 */
export function mergeStored(before: unknown, after: unknown, stored: unknown): unknown {
  if (isObject(after) && isObject(stored)) {
    const own = changes(Object.entries(isObject(before) ? before : {}), Object.entries(after))
    return Object.fromEntries(apply(own, Object.entries(stored)))
  }
  const [was, is, now] = [before ?? [], after, stored].map(byId)
  if (!was || !is || !now) return after
  return apply(changes(was, is), now).map(([, item]) => item)
}

type Entries = readonly (readonly [string, unknown])[]
/** The new value for each changed key. Undefined if the key was removed. */
type Changes = ReadonlyMap<string, unknown>

function changes(before: Entries, after: Entries): Changes {
  const was = new Map(before)
  const is = new Map(after)
  const changed = after.filter(([key, value]) => !sameJson(was.get(key), value))
  const removed = before.filter(([key]) => !is.has(key)).map(([key]) => [key, undefined] as const)
  return new Map([...changed, ...removed])
}

function apply(own: Changes, stored: Entries): Entries {
  const all = new Map(stored)
  for (const [key, value] of own) {
    if (value === undefined) all.delete(key)
    else all.set(key, value)
  }
  return [...all]
}

/** Returns the items of a list by id. Returns undefined for a value that isn't such a list. */
function byId(list: unknown): Entries | undefined {
  if (!Array.isArray(list)) return undefined
  const entries = list.map((item) => [idOf(item), item] as const)
  return entries.every(([id]) => id !== undefined) ? (entries as unknown as Entries) : undefined
}

function idOf(item: unknown): string | undefined {
  if (!isObject(item)) return undefined
  const id = item.id ?? item.target ?? item.topic
  return id === undefined ? undefined : `${id}`
}
