import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import type { Holding, Token } from './token.ts'

/**
 * The maximum number of token accounts in one transfer. Each account takes 49 of a transaction's 1,232 bytes, and the instruction
 * that creates the recipient's account must fit too.
 */
export const mostSources = 16

/**
 * Returns the maximum number of accounts if a memo precedes each transfer. A memo takes its text and 4 more bytes. The 32 bytes
 * of the program's address are needed once.
 */
export function sourcesBeside(memo: string | undefined): number {
  if (memo === undefined) return mostSources
  const bytes = new TextEncoder().encode(memo).length
  return Math.max(1, Math.floor((mostSources * 49 - 32) / (49 + 4 + bytes)))
}

/** A part of a transfer: an amount from one of the sender's token accounts. */
export interface Source {
  readonly address: string
  readonly amount: bigint
}

/** Returns the accounts that a transfer can take tokens from, the largest first. */
function usable(holdings: readonly Holding[]): readonly Holding[] {
  return holdings
    .filter(({ frozen, amount }) => !frozen && amount > 0n)
    .sort((a, b) => (a.amount < b.amount ? 1 : a.amount > b.amount ? -1 : 0))
}

/**
 * Returns the amount that one transfer can move, and the rest of the balance. The rest is in frozen accounts, and in accounts
 * that don't fit into the transaction.
 */
export function movable(holdings: readonly Holding[]): Pick<Amount, 'value' | 'locked'> {
  const sum = (some: readonly Holding[]) => some.reduce((total, { amount }) => total + amount, 0n)
  const free = usable(holdings)
  const locked = [
    { value: sum(holdings.filter(({ frozen }) => frozen)), reason: 'frozen' as const },
    { value: sum(free.slice(mostSources)), reason: 'scattered' as const },
  ].filter(({ value }) => value > 0n)
  return { value: sum(free.slice(0, mostSources)), ...(locked.length > 0 && { locked }) }
}

/**
 * Divides an amount over the sender's token accounts. Takes the tokens from the largest accounts first.
 * @throws `validation/insufficient-balance`; `validation/invalid-amount` if the amount needs more accounts than fit into a
 * transaction.
 */
export function sourcesOf(
  holdings: readonly Holding[],
  amount: bigint,
  { symbol }: Token,
  memo?: string,
): readonly Source[] {
  const sources: Source[] = []
  let left = amount
  for (const holding of usable(holdings)) {
    if (left === 0n) break
    const part = holding.amount < left ? holding.amount : left
    sources.push({ address: holding.address, amount: part })
    left -= part
  }
  if (left > 0n) throw latchkeyError('validation/insufficient-balance', { values: { symbol } })
  const most = sourcesBeside(memo)
  if (sources.length <= most) return sources
  const beside = memo === undefined ? '' : ' with this memo'
  const reason = `one transaction${beside} can collect tokens from ${most} accounts: send less, or first combine them by sending some to yourself`
  throw latchkeyError('validation/invalid-amount', { values: { reason } })
}
