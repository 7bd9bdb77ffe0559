import * as z from 'zod/mini'
import type { Clock } from '../../../ports.ts'
import type { ApprovalRequest } from '../../requests/approval.ts'
import { requestDigest } from '../../requests/request-digest.ts'
import { askInPopup, type OpenedWindow } from './window-talk.ts'

const call = z.object({ method: z.string(), params: z.unknown() })

/** The request for the approval window. The wallet's own frame has validated it. */
export const approvalQuestion = z.object({
  request: z.object({
    origin: z.string(),
    claimedName: z.optional(z.string()),
    network: z.looseObject({ caipNetworkId: z.string() }),
    call,
    completed: z.optional(z.looseObject({ method: z.string(), params: z.unknown() })),
    raw: z.string(),
  }),
  theme: z.optional(z.string()),
  accent: z.optional(z.string()),
})

/** The window's answer. It has the hash (digest) of the request that the window showed. */
const decision = z.object({ approved: z.boolean(), digest: z.string() })
export type Decision = z.infer<typeof decision>

/** The URL fragment of the approval window. */
export const approvalHash = '#approve'

interface WindowDecisions {
  /** Called with the decision. If the window showed the request and was closed, called with false. */
  decided(approved: boolean): void
  /**
   * Called if the window was lost before it received the request: the visitor closed it, or the browser separated it from the
   * frame.
   */
  cutOff(): void
}

/**
 * Asks for the approval in a window. If the window answers with the approval of another request, this counts as a refusal. Call
 * this within a click. Returns undefined if the browser opens no window.
 */
export function askInWindow(
  view: Window,
  clock: Clock,
  request: ApprovalRequest,
  { decided, cutOff }: WindowDecisions,
): OpenedWindow | undefined {
  const { dataset, style } = view.document.documentElement
  const question = {
    request,
    theme: dataset.theme,
    accent: style.getPropertyValue('--accent') || undefined,
  }
  const digest = requestDigest(request)
  return askInPopup(view, clock, approvalHash, question, {
    answered(answer) {
      const { success, data } = z.safeParse(decision, answer)
      decided(success && data.approved && data.digest === digest)
    },
    closed: (reached) => (reached ? decided(false) : cutOff()),
  })
}
