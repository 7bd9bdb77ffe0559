import { isObject } from './is-object.ts'

/**
 * Copies the valid parts of a stored value. Returns undefined if the value as a whole is invalid. These readers are written by
 * hand, because a schema library would be several times as large as the rest of the storage code.
 */
export type Read<T> = (value: unknown) => T | undefined
type Fields = Readonly<Record<string, Read<unknown>>>
type ResultOf<R> = R extends Read<infer T> ? T : never
type Results<F extends Fields> = { readonly [K in keyof F]: ResultOf<F[K]> }

/** Size limits, because a stored value may be broken or hostile. */
export const readLimits = { text: 8192, accounts: 100, entries: 50 }

export function readIf<T>(test: (value: unknown) => value is T): Read<T> {
  return (value) => (test(value) ? value : undefined)
}

export function readOneOf<T extends string>(...values: readonly T[]): Read<T> {
  return readIf((value): value is T => values.includes(value as T))
}

/** Reads an object, without its invalid optional fields. Returns undefined if a required field is invalid. */
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

/** Reads at most `max` valid entries, without duplicates. */
export function readList<T>(read: Read<T>, max: number, keyOf: (entry: T) => unknown = (entry) => entry) {
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

/** Reads a text of at most `max` characters. */
export const readTextOf = (max: number) =>
  readIf((value): value is string => typeof value === 'string' && value !== '' && value.length <= max)

export const readText = readTextOf(readLimits.text)
