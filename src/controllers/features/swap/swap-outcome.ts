import { formatUnits } from '../../../core/amounts/units.ts'
import { throwIfAborted } from '../../../core/async/abort.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { BridgePhase } from '../../../core/wallet/past-transaction.ts'
import type { SentBridge, SwapProvider } from '../../../core/wallet/payments/swap-provider.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import type { FeatureHost } from '../../base/feature-controller.ts'
import type { BridgedSwap } from '../activity/stored-bridges.ts'
import { laggingRead } from './lagging-read.ts'
import type {
  OpenApproval,
  SwapDeps,
  SwapEvents,
  Swapping,
  SwapResult,
  SwapState,
  SwapTerms,
} from './swap.ts'
import { receivingIn } from './swap-account.ts'
import { swapAdapter } from './swap-adapter.ts'
import { type Arrived, waitForArrival } from './swap-arrival.ts'
import { balanceOf, type PreparedStep } from './swap-step.ts'

interface SentSwap {
  readonly swapping: Swapping
  readonly step: PreparedStep
  /** How much of the received token the account had before the swap, in the token's smallest unit. */
  readonly before: Promise<bigint>
  readonly sent: SentTransaction
  /** The allowance that the swap uses. If the swap fails, the whole allowance stays open. */
  readonly approval: OpenApproval | undefined
  /** Called when the swap, or its first or second half, has an outcome. */
  readonly onOutcome: () => void
  readonly signal: AbortSignal
}

/**
 * Waits until the swap is confirmed, then compares the increase of the balance with the minimum of the quote. For a swap between
 * networks, also waits for the second half: the payment on the other network.
 */
export async function followSwap(
  {
    adapters,
    activity,
    snackbar,
    log,
    clock,
  }: Pick<SwapDeps, 'adapters' | 'activity' | 'snackbar' | 'log' | 'clock'>,
  host: FeatureHost<SwapState, SwapEvents>,
  { swapping, step, before, sent, approval, onOutcome, signal }: SentSwap,
): Promise<void> {
  const { request, review } = step
  const { terms } = review
  const pending: SwapResult = { terms, hash: sent.hash, phase: 'pending', short: false }
  const mined: { minedHash?: string } = {}
  const show = (part: Partial<SwapResult>) => {
    const result = { ...pending, ...mined, ...part }
    if (signal.aborted) return result
    if (host.state.result?.hash === sent.hash) host.patch({ result })
    onOutcome()
    return result
  }
  const tell = (part: Partial<SwapResult>) => {
    const result = show(part)
    if (!signal.aborted) host.emit('settled', { ...swapping, ...result })
  }
  const list = async (phase: BridgePhase, state: 'followed' | 'left' | 'gone') => {
    if (!terms.bridge || signal.aborted) return
    await activity
      .bridged({ ...bridgedSwap(step, sent.hash, { at, phase }), ...mined }, state)
      .catch((error: unknown) => log.debug('Listing a swap between networks failed', error))
  }
  const at = clock.now()
  let unused = approval
  const { approval: rest } = host.state
  void list('pending', 'followed')
  try {
    const adapter = await swapAdapter({ adapters }, request.network)
    const settled = await adapter.waitForTransaction(request.network, sent, { signal })
    unused = undefined
    const { fee } = settled
    if (settled.hash !== undefined && settled.hash !== sent.hash) {
      mined.minedHash = settled.hash
      void list('pending', 'followed')
    }
    const gained = async () =>
      (await balanceOf(adapter, receivingIn(request), request.to, { signal })).value - (await before)
    const arrival = terms.bridge && (await arrivalOf(gained, settled.hash))
    // The network fee reduces the native balance. If the fee is unknown, the received amount can't be computed.
    const paysFee = request.to.address === undefined && !arrival
    const received = arrival
      ? arrival.received
      : paysFee && fee === undefined
        ? undefined
        : await laggingRead(
            async () => (await gained()) + (paysFee ? (fee ?? 0n) : 0n),
            (value) => value < terms.minimum,
            { clock, signal },
          ).catch((error: unknown) => {
            throwIfAborted(signal)
            log.debug('Reading the received amount failed', error)
            return undefined
          })
    const short = received !== undefined && received < terms.minimum
    const { phase, hash } = arrival ?? {}
    if (phase) void list(phase, 'left')
    tell({ phase: 'confirmed', ...(phase && { arrival: { phase, hash } }), received, short })
    if (!short) return
    const error = shortfall(received, terms)
    // The form may be for another swap by now.
    if (host.state.result?.hash === sent.hash) host.patch({ error })
    snackbar.showError(error)
    log.error(error.message)
  } catch (cause) {
    const replaced = isLatchkeyError(cause, 'node/transaction-replaced')
    const ended = replaced || isLatchkeyError(cause, 'node/transaction-failed')
    void list('pending', ended ? 'gone' : 'left')
    // The swap failed, or may still fail, so its allowance may still be open. The state has room for one approval: keep a newer
    // one, which the visitor gave for another swap in the meantime.
    if (unused && !signal.aborted && host.state.approval === rest) host.patch({ approval: unused })
    tell({ phase: replaced ? 'replaced' : ended ? 'failed' : 'unknown' })
    if (!ended) return log.debug('The outcome of a swap is unknown', cause)
    snackbar.showError(cause)
  }

  /**
   * `hash`: the hash of the transaction that is in a block. The hash of the sent transaction can differ. The provider knows only
   * the transaction in the block.
   */
  async function arrivalOf(received: () => Promise<bigint>, hash = sent.hash): Promise<Arrived> {
    show({ phase: 'confirmed', arrival: { phase: 'pending' } })
    const { network, toNetwork = network } = request
    const { name = '' } = terms.bridge ?? {}
    const arriving = { provider: step.provider as SwapProvider, clock, log, received, signal }
    const sentBridge = { network, toNetwork, hash, name } as SentBridge
    return waitForArrival({ ...arriving, minimum: terms.minimum }, sentBridge)
  }
}

/** Returns what is needed to show a swap between networks, and to follow it after a reload. */
function bridgedSwap(
  { request, review, before, provider }: PreparedStep,
  hash: string,
  { at, phase }: { readonly at: number; readonly phase: BridgePhase },
): BridgedSwap {
  const { account, network, toNetwork = network, from, to, amount } = request
  return {
    ...{ account, network, hash, toNetwork, provider: provider.name, at, phase },
    bridge: review.terms.bridge?.name ?? '',
    ...{ sold: formatUnits(amount, from.decimals), soldSymbol: from.symbol },
    ...{ token: to.address, symbol: to.symbol, decimals: to.decimals },
    ...{ minimum: `${review.terms.minimum}`, before: `${before}` },
  }
}

function shortfall(received: bigint, { to, minimum }: SwapTerms) {
  const text = (value: bigint) => `${formatUnits(value, to.decimals)} ${to.symbol}`
  return latchkeyError('swap/shortfall', { values: { received: text(received), minimum: text(minimum) } })
}
