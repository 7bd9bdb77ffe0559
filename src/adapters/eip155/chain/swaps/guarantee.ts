import type { Hex } from '../../../../core/chain/caip.ts'
import { isSameAddress } from '../../../../core/chain/same-address.ts'
import type { DecodedSwap } from '../../../../core/wallet/payments/swap-support.ts'
import { refused } from './decode.ts'

/** One exact-input swap inside a call. */
export interface Leg {
  readonly path: readonly Hex[]
  readonly to: Payee
  readonly amount: bigint
  readonly minimum: bigint
  /** Unix time in seconds. */
  readonly deadline?: bigint | undefined
}

/** A payment at the end of a call: the router pays out its whole balance of a token. */
export interface Payout {
  /** The token's address. Undefined for the native coin. */
  readonly token: Hex | undefined
  readonly to: Payee
  readonly minimum: bigint
}

/** The recipient of an output. `router` means that the router keeps the output for a later part of the call. */
export type Payee = Hex | 'account' | 'router'

export interface Plan {
  readonly legs: readonly Leg[]
  readonly payouts: readonly Payout[]
  readonly deadline?: bigint | undefined
}

/** The data for decoding a call. */
export interface SwapContext {
  readonly contract: Hex
  readonly account: Hex
  readonly value: bigint
  readonly wrapped: Hex | undefined
}

/**
 * Returns the guarantees that a router enforces for the account when the router executes all parts
 * of a plan. A call may divide the amount over several swaps (its parts), but all parts must have
 * the same first and last token. Adds the amounts and the minimums of the parts. If the router
 * keeps the output, a final payout must pay the output to the account. In this case, only the
 * payout's minimum counts, because a token on the route could call the router between the swap and
 * the payout, and take the output.
 * @throws `swap/mismatch`
 */
export function guaranteeOf({ legs, payouts, deadline }: Plan, context: SwapContext): DecodedSwap {
  const [first] = legs
  if (!first) throw refused('data', 'the call swaps nothing')
  const [from, to] = [first.path[0], first.path.at(-1)]
  for (const { path, amount } of legs) {
    if (from === undefined || !isSameAddress(path[0], from) || !isSameAddress(path.at(-1), to))
      throw refused('route', 'the parts of the call swap different tokens')
    if (amount === 0n || amount >> 255n)
      throw refused('amount', "a part of the call takes the contract's whole balance")
  }
  const fromCoin = context.value > 0n
  if (fromCoin && !isSameAddress(from, context.wrapped))
    throw refused('source token', `the call pays the native asset, but swaps ${from}`)
  const paid = payoutOf(legs, payouts, to, context)
  const total = sum(legs.map(({ minimum }) => minimum))
  const ends = [deadline, ...legs.map((leg) => leg.deadline)].filter((end) => end !== undefined)
  return {
    kind: 'swap',
    router: context.contract,
    path: legs.toSorted((a, b) => b.path.length - a.path.length)[0]?.path ?? [],
    pools: legs.reduce((pools, { path }) => pools + path.length - 1, 0),
    fromCoin,
    toCoin: paid !== undefined && paid.token === undefined,
    amount: sum(legs.map(({ amount }) => amount)),
    minimum: paid ? paid.minimum : total,
    receiver: context.account,
    // If one part is too late, the whole call reverts. So the earliest deadline counts.
    deadline: ends.length ? ends.reduce((least, end) => (end < least ? end : least)) : undefined,
  }
}

/** Returns the final payment, if the router keeps the output of the swaps. Returns undefined if the swaps pay the account. */
function payoutOf(
  legs: readonly Leg[],
  payouts: readonly Payout[],
  to: Hex | undefined,
  { account, contract, wrapped }: SwapContext,
): Payout | undefined {
  const payee = (one: Payee): Payee =>
    isSameAddress(one, account) ? 'account' : isSameAddress(one, contract) ? 'router' : one
  const payees = new Set(legs.map((leg) => payee(leg.to)))
  const stranger = [...payees, ...payouts.map((one) => payee(one.to))].find((one) => one.startsWith('0x'))
  if (stranger) throw refused('receiver', `the call pays ${stranger}`)
  if (payees.size > 1) throw refused('receiver', 'only some parts of the call pay the account')
  if (payees.has('account')) {
    if (payouts.length) throw refused('command', 'besides the swap, the call contains another payment')
    return undefined
  }
  const [paid, ...others] = payouts
  if (!paid || payee(paid.to) !== 'account') throw refused('receiver', 'the output stays in the contract')
  if (others.length) throw refused('command', 'the call pays out twice')
  if (!isSameAddress(paid.token ?? wrapped, to))
    throw refused('target token', `the call pays out ${paid.token ?? 'the native asset'}`)
  return paid
}

function sum(values: readonly bigint[]): bigint {
  return values.reduce((total, value) => total + value, 0n)
}
