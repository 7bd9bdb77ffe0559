import { type ChainNetwork, explorerLink, formatUnits, parseAmount, type SentTransaction } from 'latchkey'
import { latchkeyError } from '../../src/core/errors/latchkey-error.ts'
import { requireMainnetAllowed, resolveNetwork } from '../args/networks.ts'
import { swapTokenOf } from '../args/swap-tokens.ts'
import type { Context } from '../context.ts'
import { blockLimit, slowBlockLimit } from '../deadline.ts'
import { CliError, cliError, invalid } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import type { Outcome } from '../output/output.ts'
import { confirm } from '../output/prompt.ts'
import { fields } from '../output/table.ts'
import type { Session } from '../session/session.ts'
import { swapSource } from '../session/swap-source.ts'
import { withSession } from '../session/with-session.ts'
import { readDevnet } from '../state/devnet-status.ts'
import { submit } from './submit.ts'
import {
  type Result,
  type SwapReview,
  type Swaps,
  swapData,
  swapRows,
  swapText,
  withSettled,
} from './swap-review.ts'

export interface SwapOptions {
  /** The token to sell. Default: the native coin. */
  readonly from?: string | undefined
  readonly to?: string | undefined
  /** The network of the token to buy. Default: the wallet's network. */
  readonly toNetwork?: string | undefined
  readonly amount?: string | undefined
  readonly dryRun?: boolean | undefined
  readonly wait?: boolean | undefined
  readonly allowMainnet?: boolean | undefined
  /** The swap provider. Default: the data service. */
  readonly provider?: string | undefined
  /** The URL of the provider's service. */
  readonly providerUrl?: string | undefined
  /** A file with the provider's contracts on networks that Latchkey doesn't know. */
  readonly contracts?: string | undefined
  /** The decimals of the token to sell. Needed if fewer than two hosts report them. */
  readonly decimals?: string | undefined
}

/** Returns the error for a network without swaps. If a devnet runs without its exchange, the hint says how to install the exchange. */
function unavailable({ io }: Context, { name, caipNetworkId }: ChainNetwork) {
  const devnet = readDevnet(io.env)
  const isLocal = devnet?.networks.some((network) => network.caipNetworkId === caipNetworkId)
  const install = isLocal ? devnet?.missing?.exchange : undefined
  const options = install ? { hint: `Install the devnet's exchange and restart the devnet: ${install}` } : {}
  return cliError('swap/unsupported', `Swaps aren't available on ${name}`, options)
}

/** Swaps tokens. If the swap can't be sent after its approval, or fails while the program waits, revokes the approval. */
export async function swap(context: Context, given: SwapOptions): Promise<Outcome> {
  const { from, to, toNetwork: named, amount, provider, providerUrl, contracts, decimals, ...options } = given
  if (to === undefined) throw invalid('to', 'is missing', 'Name the token to buy, such as USDC.')
  if (amount === undefined) throw invalid('amount', 'is missing', 'For example: --amount 0.5')
  // The token's decimals aren't known yet. So this check accepts any number of decimals and an amount of any size.
  parseAmount(amount, 512, { max: 10n ** 1100n })
  const toNetwork =
    named === undefined ? undefined : await resolveNetwork(context.io.env, named, { field: 'to-network' })
  const source = { provider, providerUrl, contracts, decimals, from, to, toNetwork }
  const swaps = await swapSource(context, source)
  return withSession(
    context,
    async (session) => {
      const { network, client } = session
      const { signal } = context
      requireMainnetAllowed(network, options.allowMainnet)
      const there = toNetwork && toNetwork.caipNetworkId !== network.caipNetworkId ? toNetwork : undefined
      if (there) requireMainnetAllowed(there, options.allowMainnet)
      await client.swap.begin({}, { signal })
      const { tokens } = client.swap.state
      if (tokens.length === 0) throw unavailable(context, network)
      const source = swapTokenOf('from', from ?? network.nativeCurrency.symbol, tokens, network)
      const target = await targetOf(context, client.swap, { to, network, there })
      if (!there && source === target) throw invalid('to', `is ${source.symbol}, the token that you sell`)
      parseAmount(amount, source.decimals)
      client.swap.setSourceToken(source)
      client.swap.setToToken(target)
      client.swap.setAmount(amount)
      const review = await client.swap.prepareReview({ signal })
      const shown = swapText(review)
      if (options.dryRun) return dryRun(context, session, review)
      const first =
        review.step === 'approve' ? `Approve it for the exchange ${review.spender}, and swap` : 'Swap'
      const places = there ? `from ${network.name} to ${there.name}` : `on ${network.name}`
      await confirm(context, `${first} ${shown} ${places}, fee up to ${feeText(review)}?`)
      await session.unlock()
      if (review.step === 'approve') await approve(context, client.swap, review)
      context.out.progress(`Swapping ${shown} ${places} …`)
      const done = await carryOut(context, session, review, options.wait === true)
      return outcome(session, review, done)
    },
    { family: swaps?.family ?? 'eip155', swaps: swaps?.on, ...(toNetwork && { others: [toNetwork] }) },
  )
}

/** Returns the token to buy. If this token is on another network, first sets that network in the swap form. */
async function targetOf(
  { signal }: Context,
  swaps: Swaps,
  {
    to,
    network,
    there,
  }: { readonly to: string; readonly network: ChainNetwork; readonly there: ChainNetwork | undefined },
) {
  if (!there) return swapTokenOf('to', to, swaps.state.tokens, network)
  const id = there.caipNetworkId as Parameters<Swaps['setToNetwork']>[0]
  await swaps.setToNetwork(id, { signal })
  return swapTokenOf('to', to, swaps.state.toTokens ?? [], there)
}

/**
 * The maximum number of approvals for a swap: one resets an old allowance, one approves the amount, and one approves the amount
 * for Permit2.
 */
const mostApprovals = 3

/**
 * Approves exactly the amount. The quote after the approval must be at least as good as the confirmed quote. Otherwise, or if an
 * approval fails, revokes the approval, and throws.
 */
async function approve(
  { out, signal, extend }: Context,
  swaps: Swaps,
  { terms, spender }: SwapReview,
): Promise<void> {
  let next = { step: 'approve', spender }
  for (let done = 0; next.step === 'approve' && done < mostApprovals; done++) {
    out.progress(`Approving ${terms.from.symbol} for ${next.spender} …`)
    // The approval must be in a block before the swap.
    extend?.(blockLimit)
    const asked = { token: terms.from, spender: next.spender }
    await swaps.approve({ signal }).catch(async (error: unknown) => {
      // An interrupt doesn't stop a wallet that already has the request.
      if (signal.aborted && !swaps.state.approval) warnOpen(out, asked)
      return undo(error)
    })
    const { review, error } = swaps.state
    if (!review || review.terms.minimum < terms.minimum) return undo(error)
    next = review
  }
  if (next.step === 'approve') return undo()

  async function undo(error?: unknown): Promise<never> {
    await takeBack({ out, signal }, swaps)
    throw error ?? latchkeyError('swap/changed')
  }
}

async function carryOut(context: Context, session: Session, review: SwapReview, wait: boolean) {
  const { out, signal, extend } = context
  const { account, network, client } = session
  const swaps = client.swap
  const { approval } = swaps.state
  // The visitor has the whole time again for the second request, however long the approval took.
  if (review.step === 'approve') extend?.(blockLimit)
  return withSettled(swaps, signal, async (settled) => {
    const data = { account, network: network.caipNetworkId, ...swapData(review) }
    const asked = submit(context, session, data, () => swaps.swapTokens({ signal }))
    const sent = await asked.catch(async (error: unknown) => {
      // If the swap may have been sent, it still needs the approval.
      const { code } = Object(error) as { readonly code?: unknown }
      if (code !== 'rpc/maybe-sent' && code !== 'cli/wait-ended') await takeBack(context, swaps)
      else if (approval) warnOpen(out, approval)
      throw error
    })
    if (!wait) return { sent, result: undefined }
    out.progress(`Sent ${sent.hash}; waiting for a block …`)
    const { bridge } = swaps.state.result?.terms ?? {}
    extend?.(bridge ? slowBlockLimit : blockLimit)
    if (bridge) out.progress(`Then waiting for ${bridge.name}, which pays on ${bridge.network.name} …`)
    const result = await settled.catch((cause: unknown) => waitEnded(sent, cause))
    // A swap that failed used no allowance, so the approval is open again. If the outcome is unknown, the swap may still need it.
    if (result.phase !== 'unknown') await takeBack(context, swaps)
    else if (approval) warnOpen(out, approval)
    return { sent, result }
  })
}

/** Throws the error of a wait that ended early. The error has the hash, because the transaction is already sent. */
function waitEnded({ hash }: SentTransaction, cause: unknown): never {
  const data = { hash, status: { phase: 'pending' } }
  throw cliError('cli/wait-ended', `Stopped waiting for ${hash}`, { cause, data })
}

/**
 * Revokes the approval of a swap that wasn't sent or that failed, if one is open. After an interrupt, or if revoking fails, only
 * warns that the approval may still be open.
 */
async function takeBack({ out, signal }: Pick<Context, 'out' | 'signal'>, swaps: Swaps): Promise<void> {
  const { approval } = swaps.state
  if (!approval) return
  try {
    signal.throwIfAborted()
    out.progress(`The swap failed; revoking the approval of ${textOf(approval)} …`)
    await swaps.revoke({ signal })
  } catch {
    warnOpen(out, approval)
  }
}

/** An allowance: its token, and the account that may spend the token. */
interface Approval {
  readonly token: { readonly symbol: string }
  readonly spender: string
}

function warnOpen(out: Context['out'], approval: Approval): void {
  const text = `WARNING: the approval of ${textOf(approval)} may still be open`
  out.log(out.errorColor.yellow(text))
}

function textOf({ token, spender }: Approval): string {
  return `${token.symbol} for ${spender}`
}

function feeText({ step, maxFee, terms }: SwapReview): string {
  const coins = (value: bigint) => `${formatUnits(value, maxFee.decimals)} ${maxFee.symbol}`
  const own = coins(maxFee.value)
  return step === 'swap'
    ? own
    : `${own} for the approval, and about ${coins(terms.networkFee.value)} for the swap`
}

function dryRun({ out }: Context, { network, address, account }: Session, review: SwapReview): Outcome {
  return {
    data: { dryRun: true, account, network: network.caipNetworkId, ...swapData(review) },
    text: `${out.color.yellow('Dry run: nothing was signed.')}\n${fields([
      ['account', address],
      ...swapRows(review, network),
      ['fee up to', feeText(review)],
      ['network', `${network.name} (${network.caipNetworkId})`],
    ])}`,
    primary: String(review.terms.toAmount),
    network: network.caipNetworkId,
  }
}

/** The error messages for a swap between networks, if the bought token didn't arrive or may not have arrived. */
const arrivalFailures: Readonly<Partial<Record<NonNullable<Result['arrival']>['phase'], string>>> = {
  partial: 'another token arrived on the other network',
  refunded: 'the bridge returned the tokens on the first network',
  failed: 'the bridge failed; ask LI.FI for help with this hash',
  unknown: "it isn't known whether the token arrived; check the balance before you swap again",
}

function outcome(
  { network, account }: Session,
  review: SwapReview,
  { sent: { hash }, result }: { readonly sent: SentTransaction; readonly result: Result | undefined },
): Outcome {
  const explorer = explorerLink(network, 'transaction', hash) ?? null
  const { phase = 'pending', arrival } = result ?? {}
  const { to } = review.terms
  const received = result?.received
  const data = {
    ...{ account, network: network.caipNetworkId, ...swapData(review), hash, explorer },
    ...(received !== undefined && { received }),
    status: { phase, ...(arrival && { arrival: arrival.phase, arrivalHash: arrival.hash ?? null }) },
  }
  const exit = phase === 'unknown' ? exitCodes.timeout : exitCodes.failed
  const failure =
    phase === 'failed' || phase === 'replaced' || phase === 'unknown'
      ? new CliError(`swap/${phase}`, exit, `${hash}: the swap is ${phase}`, { data })
      : arrival && arrivalFailures[arrival.phase] !== undefined
        ? new CliError(
            `swap/arrival-${arrival.phase}`,
            arrival.phase === 'unknown' ? exitCodes.timeout : exitCodes.failed,
            `${hash}: ${arrivalFailures[arrival.phase]}`,
            { data },
          )
        : result?.short
          ? cliError('swap/shortfall', `${hash}: less arrived than the quote promised`, { data })
          : undefined
  return {
    data,
    text: fields([
      ['hash', hash],
      ...swapRows(review, network),
      ['received', received === undefined ? undefined : `${formatUnits(received, to.decimals)} ${to.symbol}`],
      ['network', `${network.name} (${network.caipNetworkId})`],
      ['status', phase],
      ['second half', arrival?.phase],
      ['explorer', explorer ?? undefined],
    ]),
    primary: hash,
    network: network.caipNetworkId,
    failure,
  }
}
