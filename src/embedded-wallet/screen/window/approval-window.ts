import type { Clock, Fetch } from '../../../ports.ts'
import { messageOf } from '../../messages/answering.ts'
import type { ApprovalRequest } from '../../requests/approval.ts'
import { requestDigest } from '../../requests/request-digest.ts'
import { approvalCard } from '../approval-card.ts'
import { element } from '../element.ts'
import { quiet, type Stage, waiting } from '../stage.ts'
import { words } from '../words.ts'
import { approvalQuestion, type Decision } from './own-window.ts'
import { answerOpener, hasOpener, receiveQuestion, whenOpenerGone } from './window-talk.ts'

/** How long the opener has to pass the request, in ms. */
const patience = 5_000

/**
 * Runs the wallet's own window: decodes the request that the wallet's frame passes on, shows the request, and returns the
 * decision. The window has no key. If no frame of the wallet opened the window, it approves nothing and shows the reason.
 */
export async function approveHere(stage: Stage, clock: Clock, fetch: Fetch): Promise<void> {
  const apart = () => {
    const card = quiet(words.apart, words.apartText)
    card.firstElementChild?.append(element('p', { class: 'note' }, words.apartCauses))
    stage.show(card)
  }
  if (!hasOpener(window)) return apart()
  stage.show(waiting())
  // A page of another origin may have opened this window. Such a page can't request anything, so stop waiting after a while.
  const stopWaiting = clock.after(patience, apart)
  const { request, theme, accent } = await receiveQuestion(window, approvalQuestion)
  stopWaiting()
  const { dataset, style } = document.documentElement
  if (theme) dataset.theme = theme
  if (accent) style.setProperty('--accent', accent)

  const over = () => stage.show(quiet(words.noRequest, words.noRequestText))
  const asked = request as unknown as ApprovalRequest
  const digest = requestDigest(asked)
  // Loaded on demand, since the decoders are large.
  const { describeApproval, simulateApproval } = await import('../../requests/describe-approval.ts')
  const approval = await describeApproval(asked, { fetch, clock }).catch((error: unknown) => {
    // No decision is sent here: closing the window declines the request.
    stage.show(quiet(words.notShown, messageOf(error)))
  })
  if (!approval) return
  const shown = approvalCard(approval, {
    clock,
    simulate: (signal) => simulateApproval(asked, { fetch, clock }, signal),
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
