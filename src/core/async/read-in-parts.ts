import { throwIfAborted } from './abort.ts'

/**
 * Reads the parts of a list one after the other. If a part fails after another was read, stops, and calls `failed` with the
 * position in `wanted` of each item that wasn't read.
 * @throws the error of the first part. Without `failed`, throws the error of any part.
 */
export async function readInParts<T>(
  wanted: readonly unknown[],
  parts: readonly (readonly T[])[],
  read: (part: readonly T[]) => Promise<void>,
  {
    signal,
    failed,
  }: {
    readonly signal?: AbortSignal | undefined
    readonly failed?: ((position: number, error: unknown) => void) | undefined
  },
): Promise<void> {
  for (const [at, part] of parts.entries()) {
    try {
      await read(part)
    } catch (error) {
      throwIfAborted(signal)
      if (at === 0 || !failed) throw error
      const unread = new Set<unknown>(parts.slice(at).flat())
      for (const [position, item] of wanted.entries()) if (unread.has(item)) failed(position, error)
      return
    }
  }
}

/** Splits a list into parts of at most `size` items. */
export function inParts<T>(items: readonly T[], size: number): readonly (readonly T[])[] {
  return Array.from({ length: Math.ceil(items.length / size) }, (_, at) =>
    items.slice(at * size, (at + 1) * size),
  )
}
