import type { Clock, Fetch, NodeHealth } from '../../../ports.ts'
import { messageOf } from '../../messages/answering.ts'
import type { ApprovalRequest } from '../../requests/approval.ts'
import { requestDigest } from '../../requests/request-digest.ts'
import { approvalCard } from '../approval-card.ts'
import { element } from '../element.ts'
import { quiet, type Stage, waiting } from '../stage.ts'
import { words } from '../words.ts'
import { approvalQuestion, type Decision } from './own-window.ts'
import { answerOpener, hasOpener, receiveQuestion, whenOpenerGone } from './window-talk.ts'

/** The time within which the frame must send the request, in ms. */
const patience = 5_000

/**
 * Runs the wallet's own window. Decodes the request from the wallet's frame, shows it, and returns the decision. The window has
 * no key. If no frame of the wallet opened the window, it approves nothing and says why.
 */
export async function approveHere(stage: Stage, clock: Clock, fetch: Fetch): Promise<void> {
  const apart = () => {
    const card = quiet(words.apart, words.apartText)
    card.firstElementChild?.append(element('p', { class: 'note' }, words.apartCauses))
    stage.show(card)
  }
  if (!hasOpener(window)) return apart()
  stage.show(waiting())
  // Stop waiting after a while: a page of another origin may have opened this window, and such a page can't send a request.
  const stopWaiting = clock.after(patience, apart)
  const { request, theme, accent } = await receiveQuestion(window, approvalQuestion)
  stopWaiting()
  const { dataset, style } = document.documentElement
  if (theme) dataset.theme = theme
  if (accent) style.setProperty('--accent', accent)

  const over = () => stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = request as unknown as ApprovalRequest
  const digest = requestDigest(asked)
  // Load this code only when it is needed, because the decoders are large.
  const { describeApproval, simulateApproval } = await import('../../requests/describe-approval.ts')
  const health: NodeHealth = new Map()
  const approval = await describeApproval(asked, { fetch, clock, health }).catch((error: unknown) => {
    // Send no decision. The request is declined when the visitor closes the window.
    stage.show(quiet(words.notShown, messageOf(error)))
  })
  if (!approval) return
  const shown = approvalCard(approval, {
    clock,
    simulate: (signal) => simulateApproval(asked, { fetch, clock, health }, signal),
    decided(approved) {
      end()
      answerOpener(window, { approved, digest } satisfies Decision)
    },
  })
  const end = () => {
    stopLooking()
    shown.end()
    over()
  }
  const stopLooking = whenOpenerGone(window, clock, end)
  stage.show(shown.card)
  shown.begin()
}
