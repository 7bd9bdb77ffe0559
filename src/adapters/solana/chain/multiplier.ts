/** Returns the multiplier with which wallets show a Token-2022 token's amounts at a given time. `seconds` is Unix time. */
export type MultiplierAt = (seconds: number) => number

const secondsInYear = 60 * 60 * 24 * 365.24

/**
 * Reads the multiplier of a mint. Returns undefined for a mint without a multiplier. Computes with doubles, as the program does.
 * An invalid multiplier counts as no multiplier, because the program refuses it.
 */
export function multiplierOf(extensions: ReadonlyMap<number, Uint8Array>): MultiplierAt | undefined {
  const [interest, scaled] = [extensions.get(10), extensions.get(25)]
  if (scaled?.length === 56) return scaledBy(viewOf(scaled))
  if (interest?.length === 52) return grownBy(viewOf(interest))
  return undefined
}

/**
 * Reads `ScaledUiAmountConfig`: an authority, the multiplier, the time from which the next multiplier applies, and the next
 * multiplier.
 */
function scaledBy(view: DataView): MultiplierAt | undefined {
  const [now, next] = [view.getFloat64(32, true), view.getFloat64(48, true)]
  const from = Number(view.getBigInt64(40, true))
  const isValid = [now, next].every((one) => Number.isFinite(one) && one > 0)
  return isValid ? (seconds) => (seconds >= from ? next : now) : undefined
}

/**
 * Reads `InterestBearingConfig`: rates in basis points per year, with continuous compounding. The average rate applies until the
 * last change of the rate. After this change, the current rate applies.
 */
function grownBy(view: DataView): MultiplierAt {
  const [start, changed] = [view.getBigInt64(32, true), view.getBigInt64(42, true)].map(Number)
  const [average, current] = [view.getInt16(40, true), view.getInt16(50, true)]
  const growth = (rate: number, seconds: number) => Math.exp((rate * seconds) / secondsInYear / 10_000)
  return (seconds) =>
    growth(average, (changed ?? 0) - (start ?? 0)) * growth(current, seconds - (changed ?? 0))
}

function viewOf({ buffer, byteOffset, length }: Uint8Array): DataView {
  return new DataView(buffer, byteOffset, length)
}
