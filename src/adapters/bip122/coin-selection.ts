import { dustLimit, outputWeight, overheadWeight } from './sizes.ts'

export interface Coin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly confirmed: boolean
}

export interface SelectionRequest<C extends Coin> {
  readonly coins: readonly C[]
  /** The weight of one coin as an input. */
  readonly inputWeight: number
  readonly to: { readonly script: Uint8Array; readonly value: bigint }
  /** The script to which the change is paid. */
  readonly changeScript: Uint8Array
  /** The lowest fee rate for the whole transaction. */
  readonly satPerVbyte: number
}

export interface Selection<C extends Coin> {
  readonly coins: readonly C[]
  /** Undefined when the change would be dust or less: then it is part of the fee. */
  readonly change: bigint | undefined
  readonly fee: bigint
  /** The largest size: a signature may be a byte or two shorter. */
  readonly vbytes: number
}

/** The number of combinations that are tried in the search for one without change; this takes a few milliseconds. */
const maximumTries = 20_000
/** Among so many of the largest coins one without change is searched for. */
const maximumDepth = 500
/** Nodes do not pass on a heavier transaction. Bitcoin Core, `MAX_STANDARD_TX_WEIGHT`. */
const maximumWeight = 400_000

/**
 * Chooses the coins to spend: a set that needs no change if there is one, else the largest coins. Coins that still wait for a
 * block are spent only when the others are not enough. Undefined when the coins do not cover amount and fee.
 *
 * For every result, inputs = amount + change + fee, the fee is at least what the rate asks, and the change is never dust.
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
  // No more than a transaction has room for.
  for (const coin of useful.slice(0, Math.ceil(maximumWeight / request.inputWeight))) {
    taken.push(coin)
    sum += coin.value
    const selection = finish(request, taken, sum)
    if (selection) return selection
  }
  return undefined
}

/**
 * Whether the coins would be enough, were there not a limit to the weight of a transaction: why `selectCoins` finds nothing for
 * somebody who has much in small coins.
 */
export function isTooHeavy<C extends Coin>(request: SelectionRequest<C>): boolean {
  const { inputWeight, to, satPerVbyte } = request
  const useful = usefulOf(request, request.coins)
  const sum = useful.reduce((total, { value }) => total + value, 0n)
  const weight = overheadWeight(useful.length, 1) + useful.length * inputWeight + outputWeight(to.script)
  return !isPassedOn(weight) && sum - to.value >= feeOf(weight, satPerVbyte)
}

/** The largest first. A coin whose input costs more than it is worth would only raise the fee. */
function usefulOf<C extends Coin>(
  { inputWeight, satPerVbyte }: SelectionRequest<C>,
  coins: readonly C[],
): readonly C[] {
  const cost = feeOf(inputWeight, satPerVbyte)
  return coins.filter(({ value }) => value > cost).sort((a, b) => compare(b.value, a.value))
}

/** Amount, fee and change for these coins, which are worth `sum`; undefined when they do not suffice. */
function finish<C extends Coin>(
  request: SelectionRequest<C>,
  coins: readonly C[],
  sum: bigint,
): Selection<C> | undefined {
  const { inputWeight, to, changeScript, satPerVbyte } = request
  const inputs = coins.length * inputWeight + outputWeight(to.script)
  const bare = overheadWeight(coins.length, 1) + inputs
  const left = sum - to.value
  const leastFee = feeOf(bare, satPerVbyte)
  if (left < leastFee || !isPassedOn(bare)) return undefined
  const full = overheadWeight(coins.length, 2) + inputs + outputWeight(changeScript)
  const fee = feeOf(full, satPerVbyte)
  const change = left - fee
  if (change >= dustLimit(changeScript)) return { coins: [...coins], change, fee, vbytes: vbytes(full) }
  return { coins: [...coins], change: undefined, fee: left, vbytes: vbytes(bare) }
}

/**
 * Finds coins whose rest is worth less than an output for it costs: a depth-first search over the coins from the largest to
 * the smallest, in which each coin is taken or left (branch and bound).
 */
function withoutChange<C extends Coin>(
  request: SelectionRequest<C>,
  coins: readonly C[],
): Selection<C> | undefined {
  const { inputWeight, to, changeScript, satPerVbyte } = request
  const room = feeOf(outputWeight(changeScript), satPerVbyte)
  const fixed = overheadWeight(1, 1) + outputWeight(to.script)
  const target = to.value + feeOf(fixed, satPerVbyte)
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

/** Whether nodes pass on a transaction of this weight, also with an output for the change. */
function isPassedOn(bare: number): boolean {
  return bare <= maximumWeight - 200
}

/** Rounded up, since the rate is a lower bound. */
function feeOf(weight: number, satPerVbyte: number): bigint {
  return BigInt(Math.ceil((weight / 4) * satPerVbyte))
}

function vbytes(weight: number): number {
  return Math.ceil(weight / 4)
}

function compare(a: bigint, b: bigint): number {
  return a < b ? -1 : a > b ? 1 : 0
}
