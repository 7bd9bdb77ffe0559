import { withResolvers } from '../../core/async/with-resolvers.ts'
import type { Clock } from '../../ports.ts'
import { userRejected } from '../../wallets/provider-error.ts'
import type { Approval, AskApproval } from '../requests/approval.ts'
import { approvalCard } from './approval-card.ts'
import { element } from './element.ts'
import { whenClosed } from './frame-closing.ts'
import { type ApprovalQuestion, askInWindow } from './own-window.ts'
import type { Stage } from './stage.ts'
import { words } from './words.ts'

interface AskOptions {
  readonly stage: Stage
  readonly clock: Clock
  /** The note below the request, if one is due. */
  readonly beside: () => Promise<HTMLElement | undefined>
}

/** Asks in the frame, or in a window that the visitor opens from it. */
export function askOn({ stage, clock, beside }: AskOptions): AskApproval {
  return async (approval, signal) => {
    const note = await beside().catch(() => undefined)
    await settle(stage, clock, signal, (decided) => {
      const inFrame = approvalCard(approval, {
        clock,
        decided,
        beside: note,
        openWindow: () => openBeside(decided),
      })
      let other: { close(): void } | undefined
      const openBeside = (done: (approved: boolean) => void) => {
        other = askInWindow(window, clock, questionOf(approval), done)
        if (other) stage.show(elsewhere(done))
        return other !== undefined
      }
      return {
        card: inFrame.card,
        begin: inFrame.begin,
        end() {
          inFrame.end()
          other?.close()
        },
      }
    })
  }
}

/** A card that the visitor answers. */
export interface Settling {
  readonly card: HTMLElement
  begin(): void
  end(): void
}

/** Shows a card until it is answered. @throws `ProviderError` 4001 when declined or aborted, or when the page hides the frame. */
export async function settle(
  stage: Stage,
  clock: Clock,
  signal: AbortSignal,
  make: (decided: (approved: boolean) => void) => Settling,
  patience?: number,
): Promise<void> {
  if (signal.aborted) throw userRejected()
  const { promise, resolve } = withResolvers<boolean>()
  const shown = make(resolve)
  stage.show(shown.card)
  const stop = whenClosed(document.body, clock, () => resolve(false), patience)
  const giveUp = () => resolve(false)
  signal.addEventListener('abort', giveUp)
  shown.begin()
  try {
    if (!(await promise)) throw userRejected()
  } finally {
    signal.removeEventListener('abort', giveUp)
    stop()
    shown.end()
    stage.clear()
  }
}

function questionOf(approval: Approval): ApprovalQuestion {
  const { dataset, style } = document.documentElement
  return { approval, theme: dataset.theme, accent: style.getPropertyValue('--accent') || undefined } as never
}

function elsewhere(decided: (approved: boolean) => void): HTMLElement {
  return element(
    'div',
    { class: 'card' },
    element(
      'div',
      { class: 'content middle' },
      element('h1', {}, words.inWindow),
      element('p', { class: 'quiet' }, words.inWindowText),
    ),
    element(
      'div',
      { class: 'actions' },
      element('button', { class: 'secondary', type: 'button', click: () => decided(false) }, words.decline),
    ),
  )
}
