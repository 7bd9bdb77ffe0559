import { dustLimit, outputWeight, overheadWeight } from './sizes.ts'

export interface Coin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly confirmed: boolean
}

/** An output to pay. `value` is in sats. */
export interface Paid {
  readonly script: Uint8Array
  readonly value: bigint
}

export interface SelectionRequest<C extends Coin> {
  readonly coins: readonly C[]
  /** The weight of one coin as an input, in weight units (BIP-141). */
  readonly inputWeight: number
  readonly to: Paid
  /** Further outputs to pay. */
  readonly more?: readonly Paid[] | undefined
  /** The script that receives the change. */
  readonly changeScript: Uint8Array
  /** The lowest fee rate for the whole transaction, in sats per virtual byte. */
  readonly satPerVbyte: number
}

export interface Selection<C extends Coin> {
  readonly coins: readonly C[]
  /** The value of the change output. Undefined if the change would be dust: the fee then includes the change. */
  readonly change: bigint | undefined
  readonly fee: bigint
  /** The maximum size in virtual bytes. The transaction may be smaller, because signatures can be a byte or two shorter. */
  readonly vbytes: number
}

/** The maximum number of combinations in the search for a selection without change. The search takes a few milliseconds. */
const maximumTries = 20_000
/** The maximum number of coins in the search for a selection without change. The search uses the largest coins. */
const maximumDepth = 500
/** The maximum weight of a transaction that nodes relay (Bitcoin Core, `MAX_STANDARD_TX_WEIGHT`). */
const maximumWeight = 400_000

/**
 * Selects the coins to spend. Searches for coins that leave no change. If the search finds none,
 * selects the largest coins. Uses unconfirmed coins only if the confirmed coins aren't enough.
 * Returns undefined if the coins don't cover the amount and the fee, or if the transaction would be
 * too large. In every result, the inputs equal amount + change + fee, the fee is at least the
 * requested rate, and the change is never dust.
 */
export function selectCoins<C extends Coin>(request: SelectionRequest<C>): Selection<C> | undefined {
  const settled = request.coins.filter(({ confirmed }) => confirmed)
  return choose(request, settled) ?? choose(request, request.coins)
}

function choose<C extends Coin>(request: SelectionRequest<C>, coins: readonly C[]): Selection<C> | undefined {
  const useful = usefulOf(request, coins)
  const exact = withoutChange(request, useful.slice(0, maximumDepth))
  if (exact) return exact
  const taken: C[] = []
  let sum = 0n
  // Add at most as many coins as fit into a transaction.
  for (const coin of useful.slice(0, Math.ceil(maximumWeight / request.inputWeight))) {
    taken.push(coin)
    sum += coin.value
    const selection = finish(request, taken, sum)
    if (selection) return selection
  }
  return undefined
}

/**
 * Returns whether the coins would be enough without the weight limit. If so, the balance is high enough, but it consists of too
 * many small coins.
 */
export function isTooHeavy<C extends Coin>(request: SelectionRequest<C>): boolean {
  const { inputWeight, satPerVbyte } = request
  const useful = usefulOf(request, request.coins)
  const sum = useful.reduce((total, { value }) => total + value, 0n)
  const weight = fixedWeight(request, useful.length) + useful.length * inputWeight
  return !isPassedOn(weight) && sum - paidBy(request) >= feeOf(weight, satPerVbyte)
}

/**
 * Returns the largest amount that one transaction without change can pay from the coins after its fee, to all outputs together.
 * Returns 0 if the coins can't pay any amount.
 */
export function largestAmount<C extends Coin>(request: SelectionRequest<C>): bigint {
  const { inputWeight, satPerVbyte } = request
  const fixed = fixedWeight(request, request.coins.length)
  const room = Math.max(0, Math.floor((maximumWeight - 200 - fixed) / inputWeight))
  const coins = usefulOf(request, request.coins).slice(0, room)
  const weight = fixedWeight(request, coins.length) + coins.length * inputWeight
  const left = coins.reduce((sum, { value }) => sum + value, 0n) - feeOf(weight, satPerVbyte)
  return left > 0n ? left : 0n
}

/**
 * Returns the sum of the coins that cost at least as much to spend as they are worth. At this fee
 * rate, no transaction spends them.
 */
export function uneconomicSum<C extends Coin>(request: SelectionRequest<C>): bigint {
  const useful = new Set(usefulOf(request, request.coins))
  return request.coins.reduce((sum, coin) => (useful.has(coin) ? sum : sum + coin.value), 0n)
}

/** Returns the coins that are worth more than their input's fee, the largest first. Other coins would only raise the fee. */
function usefulOf<C extends Coin>(
  { inputWeight, satPerVbyte }: SelectionRequest<C>,
  coins: readonly C[],
): readonly C[] {
  const cost = feeOf(inputWeight, satPerVbyte)
  return coins.filter(({ value }) => value > cost).sort((a, b) => compare(b.value, a.value))
}

/**
 * Returns the selection that consists of these coins. `sum` is their total value. Returns undefined if the coins aren't enough,
 * or if the transaction would be too large.
 */
function finish<C extends Coin>(
  request: SelectionRequest<C>,
  coins: readonly C[],
  sum: bigint,
): Selection<C> | undefined {
  const { inputWeight, changeScript, satPerVbyte } = request
  const inputs = coins.length * inputWeight
  const bare = fixedWeight(request, coins.length) + inputs
  const left = sum - paidBy(request)
  const leastFee = feeOf(bare, satPerVbyte)
  if (left < leastFee || !isPassedOn(bare)) return undefined
  const full = fixedWeight(request, coins.length, 1) + inputs + outputWeight(changeScript)
  const fee = feeOf(full, satPerVbyte)
  const change = left - fee
  if (change >= dustLimit(changeScript)) return { coins: [...coins], change, fee, vbytes: vbytes(full) }
  return { coins: [...coins], change: undefined, fee: left, vbytes: vbytes(bare) }
}

/**
 * Finds coins for a transaction without change. Their sum is at least the amount plus the fee, and exceeds it by at most the cost
 * of a change output. The method is a branch-and-bound search: depth first, from the largest coin to the smallest, with and
 * without each coin.
 */
function withoutChange<C extends Coin>(
  request: SelectionRequest<C>,
  coins: readonly C[],
): Selection<C> | undefined {
  const { inputWeight, changeScript, satPerVbyte } = request
  const room = feeOf(outputWeight(changeScript), satPerVbyte)
  const fixed = fixedWeight(request, 1)
  const target = paidBy(request) + feeOf(fixed, satPerVbyte)
  const worth = coins.map(({ value }) => value - feeOf(inputWeight, satPerVbyte))
  const rest: bigint[] = [...worth, 0n]
  for (let at = coins.length - 1; at >= 0; at--) rest[at] = (worth[at] ?? 0n) + (rest[at + 1] ?? 0n)
  let tries = maximumTries
  const total = (taken: readonly C[]) => taken.reduce((before, { value }) => before + value, 0n)
  const search = (at: number, sum: bigint, taken: readonly C[]): Selection<C> | undefined => {
    if (tries-- <= 0 || sum > target + room) return undefined
    if (sum >= target) {
      const selection = finish(request, taken, total(taken))
      if (selection && selection.change === undefined) return selection
    }
    const coin = coins[at]
    if (!coin || sum + (rest[at] ?? 0n) < target) return undefined
    return search(at + 1, sum + (worth[at] ?? 0n), [...taken, coin]) ?? search(at + 1, sum, taken)
  }
  return search(0, 0n, [])
}

/**
 * Returns the weight of the transaction without its inputs and its change output. `change` is the number of change outputs. This
 * number matters only for the size of the field that counts all outputs.
 */
function fixedWeight({ to, more = [] }: SelectionRequest<Coin>, inputs: number, change = 0): number {
  const outputs = more.reduce((sum, { script }) => sum + outputWeight(script), outputWeight(to.script))
  return overheadWeight(inputs, 1 + more.length + change) + outputs
}

function paidBy({ to, more = [] }: SelectionRequest<Coin>): bigint {
  return more.reduce((sum, { value }) => sum + value, to.value)
}

/** Returns whether nodes relay a transaction of this weight, even if a change output is added. */
function isPassedOn(bare: number): boolean {
  return bare <= maximumWeight - 200
}

/** Rounds up, because the fee must be at least the requested rate. */
function feeOf(weight: number, satPerVbyte: number): bigint {
  return BigInt(Math.ceil((weight / 4) * satPerVbyte))
}

function vbytes(weight: number): number {
  return Math.ceil(weight / 4)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
