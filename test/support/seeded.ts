/** A generator of pseudorandom numbers. The same seed gives the same numbers. */
export interface Seeded {
  /** Returns a number that is at least 0 and below 1. */
  fraction(): number
  /** Returns an integer that is at least 0 and below `count`. */
  below(count: number): number
  chance(probability: number): boolean
  pick<T>(items: readonly T[]): T
  bytes(length: number): Uint8Array
}

/** Creates a Mulberry32 generator. */
export function seeded(seed: number): Seeded {
  let state = seed >>> 0
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0
    let mixed = Math.imul(state ^ (state >>> 15), 1 | state)
    mixed = (mixed + Math.imul(mixed ^ (mixed >>> 7), 61 | mixed)) ^ mixed
    return ((mixed ^ (mixed >>> 14)) >>> 0) / 2 ** 32
  }
  const below = (count: number) => Math.floor(next() * count)
  return {
    fraction: next,
    below,
    chance: (probability) => next() < probability,
    pick: (items) => {
      if (items.length === 0) throw new Error('there is nothing to pick from')
      return items[below(items.length)]!
    },
    bytes: (length) => Uint8Array.from({ length }, () => below(256)),
  }
}
