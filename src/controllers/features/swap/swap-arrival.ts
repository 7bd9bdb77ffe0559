import { sleep } from '../../../core/async/sleep.ts'
import { swapLimits as limits } from '../../../core/limits.ts'
import type { BridgeStatus, SentBridge, SwapProvider } from '../../../core/wallet/payments/swap-provider.ts'
import type { Clock, Logger } from '../../../ports.ts'
import { laggingReads } from './lagging-read.ts'

export interface Arriving {
  readonly provider: Pick<SwapProvider, 'arrival'>
  readonly clock: Pick<Clock, 'now' | 'after'>
  readonly log: Pick<Logger, 'debug'>
  /** Reads how much has arrived since the swap was sent, in the smallest unit. */
  readonly received: () => Promise<bigint>
  readonly minimum: bigint
  /** When the wait ends, in ms since the Unix epoch. Default: after the longest time that a bridge may take. */
  readonly ends?: number | undefined
  readonly signal: AbortSignal
}

/** The outcome of the second half of a swap between networks: the payment on the other network. */
export interface Arrived {
  /** `unknown`: the wait ended without a result, or the provider reports an arrival that the node doesn't show. */
  readonly phase: Exclude<BridgeStatus['phase'], 'pending'> | 'unknown'
  readonly hash?: string | undefined
  /** The amount that arrived according to the node. Set only in the phase `arrived`. */
  readonly received?: bigint | undefined
}

/**
 * Waits for the second half of a swap between networks, at most until `ends`. The provider reports the phase, but only the
 * balance on the node counts as proof that the tokens arrived.
 * @throws `flow/aborted`
 */
export async function waitForArrival(
  { provider, clock, log, received, minimum, ends = clock.now() + limits.maxBridge, signal }: Arriving,
  sent: SentBridge,
): Promise<Arrived> {
  let reads = 0
  for (let pause: number = limits.arrival; ; pause = Math.min(pause * 1.5, limits.maxArrival)) {
    const status = await provider.arrival?.(sent, { signal }).catch((error: unknown) => {
      signal.throwIfAborted()
      log.debug(`Reading the arrival of ${sent.hash} failed`, error)
      return undefined
    })
    const { phase = 'pending', hash } = status ?? {}
    if (phase === 'arrived') {
      const value = await received().catch(() => 0n)
      if (value >= minimum) return { phase, hash, received: value }
      reads += 1
      if (reads >= laggingReads)
        return value > 0n ? { phase, hash, received: value } : { phase: 'unknown', hash }
    } else if (phase !== 'pending') return { phase, hash }
    if (clock.now() >= ends) return { phase: 'unknown' }
    await sleep(clock, reads > 0 ? limits.arrival : pause, signal)
  }
}
