import { dustLimit, outputWeight, overheadWeight } from './sizes.ts'

export interface Coin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly confirmed: boolean
}

/** An output, with its value in sats. */
export interface Paid {
  readonly script: Uint8Array
  readonly value: bigint
}

export interface SelectionRequest<C extends Coin> {
  readonly coins: readonly C[]
  /** The weight of one coin as an input. */
  readonly inputWeight: number
  readonly to: Paid
  /** Further outputs to pay. */
  readonly more?: readonly Paid[] | undefined
  /** The script that receives the change. */
  readonly changeScript: Uint8Array
  /** The lowest fee rate for the whole transaction. */
  readonly satPerVbyte: number
}

export interface Selection<C extends Coin> {
  readonly coins: readonly C[]
  /** Undefined when the change would be dust. The fee then includes the change. */
  readonly change: bigint | undefined
  readonly fee: bigint
  /** The size in virtual bytes. This is an upper bound, because signatures can be a byte or two shorter. */
  readonly vbytes: number
}

/**
 * The maximum number of combinations to try in the search for a selection without change. Trying all of them takes a few milliseconds.
 */
const maximumTries = 20_000
/** The maximum number of coins, the largest first, in the search for a selection without change. */
const maximumDepth = 500
/** The heaviest transaction that nodes relay (Bitcoin Core, `MAX_STANDARD_TX_WEIGHT`). */
const maximumWeight = 400_000

/**
 * Selects the coins to spend: a set that needs no change if there is one, else the largest coins. Uses unconfirmed coins only
 * when confirmed ones aren't enough. Undefined when the coins don't cover the amount and the fee.
 * In every result, inputs = amount + change + fee, the fee is at least the requested rate, and the change is never dust.
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

/** Whether the coins would be enough without the weight limit. If so, the balance isn't too low, but split into too many small coins. */
export function isTooHeavy<C extends Coin>(request: SelectionRequest<C>): boolean {
  const { inputWeight, satPerVbyte } = request
  const useful = usefulOf(request, request.coins)
  const sum = useful.reduce((total, { value }) => total + value, 0n)
  const weight = fixedWeight(request, useful.length) + useful.length * inputWeight
  return !isPassedOn(weight) && sum - paidBy(request) >= feeOf(weight, satPerVbyte)
}

/**
 * The largest amount that the outputs of one transaction can pay together from the coins, with its fee and without change; 0 if there
 * is none.
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

/** The sum of the coins that cost more to spend than they are worth. No transaction at this rate spends them. */
export function uneconomicSum<C extends Coin>(request: SelectionRequest<C>): bigint {
  const useful = new Set(usefulOf(request, request.coins))
  return request.coins.reduce((sum, coin) => (useful.has(coin) ? sum : sum + coin.value), 0n)
}

/** Coins worth more than their input's fee, largest first. Other coins would only raise the fee. */
function usefulOf<C extends Coin>(
  { inputWeight, satPerVbyte }: SelectionRequest<C>,
  coins: readonly C[],
): readonly C[] {
  const cost = feeOf(inputWeight, satPerVbyte)
  return coins.filter(({ value }) => value > cost).sort((a, b) => compare(b.value, a.value))
}

/** The selection of these coins, worth `sum` in total; undefined when they aren't enough. */
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
 * Finds coins whose remainder is worth less than a change output costs. A branch-and-bound search: depth first, from the largest
 * coin to the smallest, with or without each coin.
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

/** The weight of everything but the inputs themselves and the change. `change` counts the change output. */
function fixedWeight({ to, more = [] }: SelectionRequest<Coin>, inputs: number, change = 0): number {
  const outputs = more.reduce((sum, { script }) => sum + outputWeight(script), outputWeight(to.script))
  return overheadWeight(inputs, 1 + more.length + change) + outputs
}

function paidBy({ to, more = [] }: SelectionRequest<Coin>): bigint {
  return more.reduce((sum, { value }) => sum + value, to.value)
}

/** Whether nodes relay a transaction of this weight, even with a change output. */
function isPassedOn(bare: number): boolean {
  return bare <= maximumWeight - 200
}

/** Rounded up, because the rate is a lower bound. */
function feeOf(weight: number, satPerVbyte: number): bigint {
  return BigInt(Math.ceil((weight / 4) * satPerVbyte))
}

function vbytes(weight: number): number {
  return Math.ceil(weight / 4)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
