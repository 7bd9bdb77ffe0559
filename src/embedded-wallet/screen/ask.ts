import type { ServiceUser } from '../../core/wallet/wallet-service.ts'
import type { Clock, Fetch, NodeHealth } from '../../ports.ts'
import type { ApprovalRequest, AskApproval } from '../requests/approval.ts'
import { type Settling, settle } from './settle.ts'
import type { Stage } from './stage.ts'
import { askInWindow } from './window/own-window.ts'
import { reviewCard } from './window/review-card.ts'

interface AskOptions {
  readonly stage: Stage
  readonly clock: Clock
  /** Returns the note below the request, if there is one. */
  readonly beside: (user: ServiceUser | undefined) => Promise<HTMLElement | undefined>
  readonly fetch: Fetch
  /** The health of the nodes, shared with the frame's other requests. */
  readonly health: NodeHealth
  /** Returns whether the request can be approved in the frame, inside the page. */
  readonly inFrame: (request: ApprovalRequest) => Promise<boolean>
}

/**
 * Asks the visitor in the wallet's own window. A card in the frame opens the window. If `inFrame` returns true, asks in the
 * frame instead.
 */
export function askOn({ stage, clock, fetch, health, beside, inFrame }: AskOptions): AskApproval {
  return async (request, approval, signal, user) => {
    const [note, here] = await Promise.all([beside(user).catch(() => undefined), inFrame(request)])
    // Load this code only when it is needed, because most requests are approved in the window.
    const approvalCard = here && (await import('./approval-card.ts')).approvalCard
    await settle(stage, clock, signal, (decided) => {
      const review = () =>
        reviewCard({
          clock,
          approval,
          beside: note,
          decided,
          open: (ends) => askInWindow(window, clock, request, ends),
        })
      if (!approvalCard) return review()
      let shown: Settling = approvalCard(approval, {
        clock,
        decided,
        beside: note,
        async simulate(signal) {
          const { simulateApproval } = await import('../requests/describe-approval.ts')
          return simulateApproval(request, { fetch, clock, health }, signal)
        },
        // If the page covers the frame, continue in the window.
        openWindow() {
          shown.end()
          const instead = review()
          shown = instead
          stage.show(instead.card)
          instead.begin()
          instead.act()
        },
      })
      return { card: shown.card, begin: () => shown.begin(), end: () => shown.end() }
    })
  }
}
