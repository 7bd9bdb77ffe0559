import { isObject } from './is-object.ts'
import { type Read, readLimits } from './readers.ts'

/** Reads the valid entries of a record. If there are too many entries, keeps the last ones, because they are the newest. */
export function readRecord<K extends string, T>(isKey: (key: string, entry: T) => boolean, read: Read<T>) {
  return (value: unknown): Readonly<Partial<Record<K, T>>> | undefined => {
    if (!isObject(value)) return undefined
    const good = Object.entries(value).flatMap(([key, item]) => {
      const entry = read(item)
      return entry !== undefined && isKey(key, entry) ? [[key, entry] as const] : []
    })
    return Object.fromEntries(good.slice(-readLimits.entries)) as Partial<Record<K, T>>
  }
}
