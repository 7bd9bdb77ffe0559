import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { failureError } from '../failures.ts'
import type { Plan } from './instructions.ts'
import type { SolanaNode } from './node.ts'
import { type Budget, unsigned } from './transfers.ts'

/** An unsigned transaction with its fee. */
export interface Draft {
  readonly wire: Uint8Array
  readonly reference: string
  readonly budget: Budget
  readonly fee: bigint
  /** The rent of the recipient's token account in lamports, if this transaction creates the account. */
  readonly rent: bigint
  /** The token's transfer fee, which is deducted from the amount. */
  readonly kept: bigint
}

export interface BudgetLimits {
  /** The symbol of the network's coin, for errors. */
  readonly symbol: string
  /** The maximum price in micro-lamports per compute unit. */
  readonly maxPrice: bigint
  /** The parts of the budget that the caller chose. */
  readonly chosen: { readonly [K in keyof Budget]?: Budget[K] | undefined } | undefined
}

/**
 * The price in micro-lamports per compute unit for nodes without `getRecentPrioritizationFees`. A transfer at this price pays
 * about a third of the base fee in addition.
 */
const priceWithoutHints = 100_000n
const lacksMethod = /^rpc\/(method-unsupported|method-not-allowed)$/
/** The compute limit of a simulation. No transfer needs this much. */
const roomForSimulation = 1_400_000

/**
 * Returns the caller's budget. Default: the units of a simulation, at the price that was recently paid.
 * @throws `node/execution-reverted`, `validation/insufficient-balance`
 */
export async function measuredBudget(node: SolanaNode, plan: Plan, limits: BudgetLimits): Promise<Budget> {
  const { symbol, maxPrice, chosen } = limits
  const [microLamportsPerUnit, computeUnitLimit] = await Promise.all([
    chosen?.microLamportsPerUnit ?? recentPrice(node, plan.written, maxPrice),
    chosen?.computeUnitLimit ?? unitsOf(node, plan, symbol),
  ])
  return { computeUnitLimit, microLamportsPerUnit }
}

/** Returns the compute units that a simulation uses, plus a tenth. */
async function unitsOf(
  node: SolanaNode,
  { sender, instructions, tables }: Plan,
  symbol: string,
): Promise<number> {
  const { blockhash } = await node.latestBlockhash()
  const budget = { computeUnitLimit: roomForSimulation, microLamportsPerUnit: 0n }
  const simulation = await node.simulate(unsigned(sender, blockhash, instructions, budget, tables).wire)
  if (simulation.err !== null) throw failureError(simulation, symbol)
  return Math.min(roomForSimulation, Math.ceil((simulation.units * 11) / 10))
}

/** Returns the median price that was recently paid to write to these accounts, up to the maximum. */
async function recentPrice(node: SolanaNode, writable: readonly string[], maxPrice: bigint): Promise<bigint> {
  const recent = await node.recentPrices(writable).catch((error: unknown) => {
    if (isLatchkeyError(error) && lacksMethod.test(error.code)) return [priceWithoutHints]
    throw error
  })
  const prices = [...recent].sort((a, b) => (a < b ? -1 : 1))
  const middle = prices[prices.length >> 1] ?? 0n
  return middle < maxPrice ? middle : maxPrice
}

/**
 * Builds a transaction with the newest blockhash, and reads its fee.
 * @throws `rpc/invalid-value` if the nodes don't know their own blockhash.
 */
export async function draftOf(
  node: SolanaNode,
  { sender, instructions, tables }: Plan,
  budget: Budget,
  { rent, kept } = { rent: 0n, kept: 0n },
): Promise<Draft> {
  for (let attempt = 0; ; attempt++) {
    const { blockhash, lastValidBlockHeight, slot } = await node.latestBlockhash()
    const { wire, message } = unsigned(sender, blockhash, instructions, budget, tables)
    const fee = await node.fee(message).catch((error: unknown) => {
      if (attempt > 0 || !isUnknownBlockhash(error)) throw error
      return undefined
    })
    if (fee !== undefined)
      return { wire, reference: referenceOf(lastValidBlockHeight, slot), budget, fee, rent, kept }
    // The node doesn't know its own blockhash, because the nodes behind this URL are out of sync. So try again with a newer
    // blockhash.
    if (attempt > 0) throw latchkeyError('rpc/invalid-value', { values: { method: 'getFeeForMessage' } })
  }
}

/** Returns the reference of a transaction that expires at this block height. */
export function referenceOf(expiry: bigint, slot: bigint | undefined): string {
  return slot === undefined ? String(expiry) : `${expiry}:${slot}`
}

/** Returns the priority fee in lamports, rounded up as the runtime does. */
export function priorityFee({ computeUnitLimit, microLamportsPerUnit }: Budget): bigint {
  return (BigInt(computeUnitLimit) * microLamportsPerUnit + 999_999n) / 1_000_000n
}

/**
 * Returns whether the node may not know the message's blockhash. The node then returns no fee, which the pool refuses with
 * `rpc/invalid-value`, or the error `BlockhashNotFound`.
 */
function isUnknownBlockhash(error: unknown): boolean {
  if (!isLatchkeyError(error)) return false
  return error.code === 'rpc/invalid-value' || /blockhash ?not ?found/i.test(error.details ?? '')
}
