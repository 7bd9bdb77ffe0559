import { refused } from './refused.ts'

/**
 * The numbers of the exchanges in a route plan, grouped by the size of an exchange's fields in bytes. All other exchanges up to
 * `lastExchange`, except those in `lists`, have no fields.
 * https://github.com/sevenlabs-hq/carbon/blob/1a014f253eeea80dd9b491c3ca33fc0695e82724/decoders/jupiter-swap-decoder/src/types/swap.rs
 */
const fieldSizes: Readonly<Record<number, readonly number[]>> = {
  1: [8, 12, 15, 16, 17, 18, 21, 23, 24, 27, 28, 39, 58, 60, 61, 64, 85, 89, 94, 95, 104],
  2: [71, 86],
  3: [42],
  4: [33, 41],
  5: [44, 45],
  8: [81, 82],
  9: [87],
  10: [43],
  16: [29],
}
const lastExchange = 105
/**
 * The exchanges whose fields end with a list. `optional`: two bytes come before the list. The first byte is a flag. The second
 * byte says whether the list is present.
 */
const lists: Readonly<Record<number, 'always' | 'optional'>> = {
  47: 'optional',
  75: 'always',
  103: 'optional',
}
const mostSteps = 20

/**
 * Returns the position after a route plan of version 1. The amounts of a call follow the plan, and the program ignores all bytes
 * after the amounts. So only a complete decoding of the plan shows which amounts the program reads.
 * @throws `swap/mismatch` for an exchange that isn't known.
 */
export function endOfPlan(data: DataView, start: number): number {
  const steps = data.getUint32(start, true)
  if (steps === 0 || steps > mostSteps) throw refused('route', `it has ${steps} steps`)
  let at = start + 4
  for (let step = 0; step < steps; step++) {
    const exchange = data.getUint8(at)
    if (exchange > lastExchange) throw refused('route', `its exchange ${exchange} isn't known`)
    at += 1 + fieldsAt(data, at + 1, exchange)
    // The share of the amount in percent, and the indexes of the tokens.
    at += 3
  }
  return at
}

/** Returns the size of an exchange's fields. */
function fieldsAt(data: DataView, at: number, exchange: number): number {
  const list = lists[exchange]
  if (list === undefined) {
    const [size] = Object.entries(fieldSizes).find(([, exchanges]) => exchanges.includes(exchange)) ?? []
    return Number(size ?? 0)
  }
  const before = list === 'optional' ? 2 : 0
  if (before > 0 && data.getUint8(at + 1) === 0) return before
  return before + 4 + 2 * data.getUint32(at + before, true)
}
