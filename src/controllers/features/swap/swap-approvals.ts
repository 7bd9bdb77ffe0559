import { parseCaipAddress } from '../../../core/chain/caip-10.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { Transaction } from '../../../core/wallet/family.ts'
import type { SwapNamespace, SwapProvider, SwapQuote } from '../../../core/wallet/payments/swap-provider.ts'
import type { DecodedCall, SwapSupport } from '../../../core/wallet/payments/swap-support.ts'
import type { CallOptions, Clock } from '../../../ports.ts'
import type { AnySwapRequest } from './swap-account.ts'
import { callOf, wrapErrors } from './swap-calls.ts'
import { checkApproval, differs } from './swap-check.ts'

/** An approval that a swap needs. */
export interface Approval {
  readonly call: Transaction<SwapNamespace>
  readonly spender: string
  /** The allowance that the approval sets. 0 resets an old allowance. */
  readonly amount: bigint
  /**
   * Whether the approval changes the allowance in the token's contract. If not, it changes an expiring allowance in Permit2, the
   * contract through which some routers take tokens.
   */
  readonly isTokens: boolean
}

interface Approving {
  readonly provider: SwapProvider<SwapNamespace>
  readonly exchange: SwapSupport<SwapNamespace>
  readonly clock: Pick<Clock, 'now'>
}

/**
 * Returns the approvals that a swap still needs, in order. If a token refuses to change an existing allowance, one approval
 * resets the allowance to 0 and the next sets the exact amount. For a router that uses Permit2, another approval sets an
 * allowance in Permit2 for 30 minutes.
 */
export async function approvalsOf(
  { provider, exchange, clock }: Approving,
  request: AnySwapRequest,
  quote: SwapQuote,
  { router, decoded }: { readonly router: string; readonly decoded: DecodedCall | undefined },
  opts: CallOptions,
): Promise<readonly Approval[]> {
  const { account, network, from, amount } = request
  const { allowance, approve } = exchange
  // The native coin needs no approval. In a family without allowances, no token needs an approval.
  if (!allowance || !approve || from.address === undefined) return []
  const { address: owner } = parseCaipAddress(account)
  const token = from.address
  const permit2 = decoded?.kind === 'swap' ? decoded.permit2 : undefined
  const spender = permit2 ?? router
  const approvals: Approval[] = []
  const allowed = await wrapErrors('swap/allowance-failed', allowance(network, token, owner, spender, opts))
  if (allowed < amount) {
    const call = permit2
      ? await approve(token, permit2, amount)
      : await builtApproval({ provider, exchange }, request, quote, { spender, allowed }, opts)
    if (allowed > 0n && (await isReverted(exchange.fee(account, call, opts))))
      approvals.push({
        call: await approve(token, spender, 0n),
        ...{ spender, amount: 0n, isTokens: true },
      })
    approvals.push({ call, spender, amount, isTokens: true })
  }
  if (!permit2) return approvals
  const { permit2: support } = exchange
  if (!support) throw differs('spender', "this adapter doesn't support Permit2")
  const grant = await wrapErrors(
    'swap/allowance-failed',
    support.grant(network, permit2, owner, token, router, opts),
  )
  const now = Math.floor(clock.now() / 1000)
  // Ask for a new allowance if the current one expires soon, because the swap may be mined later.
  if (grant.amount >= amount && grant.expiration >= now + limits.permit2 / 2) return approvals
  const call = await support.approve(permit2, token, router, { amount, expiration: now + limits.permit2 })
  return [...approvals, { call, spender: router, amount, isTokens: false }]
}

/** Asks the provider for the approval, and checks that it allows exactly the amount. */
async function builtApproval(
  { provider, exchange }: Pick<Approving, 'provider' | 'exchange'>,
  request: AnySwapRequest,
  quote: SwapQuote,
  { spender, allowed }: { readonly spender: string; readonly allowed: bigint },
  opts: CallOptions,
): Promise<Transaction<SwapNamespace>> {
  const { call } = await wrapErrors('swap/approval-failed', provider.approval(request, quote, opts))
  if (!call) throw differs('allowance', `the network reports an allowance of ${allowed}`)
  const approval = callOf(call)
  checkApproval(call, await exchange.read(approval, request.account), request, spender)
  return approval
}

async function isReverted(call: Promise<unknown>): Promise<boolean> {
  try {
    await call
    return false
  } catch (error) {
    if (isLatchkeyError(error, 'node/execution-reverted')) return true
    throw error
  }
}
