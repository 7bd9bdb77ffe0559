import { withResolvers } from '../../core/async/with-resolvers.ts'
import type { Clock } from '../../ports.ts'
import { userRejected } from '../../wallets/provider-error.ts'
import { whenClosed } from './frame-closing.ts'
import type { Stage } from './stage.ts'

/** A card that the visitor answers. */
export interface Settling {
  readonly card: HTMLElement
  begin(): void
  end(): void
}

/** How long to wait, in ms, for the page to show the frame. */
export const timeToShow = 5_000

/**
 * Shows a card until the visitor answers.
 * @throws `ProviderError` 4001 if the visitor declines, the signal aborts, or the page hides the frame or doesn't show it in
 * time; or the error with which the card was settled.
 */
export function settle(
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
  make: (decided: (outcome: boolean | Error) => void) => Settling,
  patience?: number,
): Promise<void> {
  return stage.inTurn(() => answered(stage, clock, signal, make, patience))
}

async function answered(...[stage, clock, signal, make, patience]: Parameters<typeof settle>): Promise<void> {
  if (signal.aborted) throw userRejected()
  const { promise, resolve } = withResolvers<boolean | Error>()
  const shown = make(resolve)
  stage.show(shown.card)
  const stop = whenClosed(document.body, clock, () => resolve(false), patience)
  const giveUp = () => resolve(false)
  signal.addEventListener('abort', giveUp)
  shown.begin()
  try {
    const outcome = await promise
    if (outcome instanceof Error) throw outcome
    if (!outcome) throw userRejected()
  } finally {
    signal.removeEventListener('abort', giveUp)
    stop()
    shown.end()
    stage.clear()
  }
}
