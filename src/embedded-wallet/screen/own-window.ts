import * as z from 'zod/mini'
import type { Clock } from '../../ports.ts'
import { dangers } from '../../wallets/describe/effect.ts'
import type { Approval } from '../requests/approval.ts'
import { askInPopup } from './window-talk.ts'

const pairs = z.array(z.tuple([z.string(), z.string()]))
const approval = z.object({
  origin: z.string(),
  claimedName: z.optional(z.string()),
  network: z.string(),
  raw: z.string(),
  described: z.object({
    title: z.string(),
    summary: z.optional(z.string()),
    level: z.enum(['plain', 'caution', 'danger']),
    dangers: z.array(z.enum(dangers)),
    effects: z.array(
      z.union([
        z.object({ level: z.enum(['plain', 'caution']), text: z.string() }),
        z.object({ level: z.literal('danger'), text: z.string(), danger: z.enum(dangers) }),
      ]),
    ),
    rows: pairs,
    table: z.optional(z.array(z.array(z.string()))),
    body: z.optional(z.string()),
  }),
})
/** The request passed to the approval window. */
export const approvalQuestion = z.object({
  approval,
  theme: z.optional(z.string()),
  accent: z.optional(z.string()),
})
export type ApprovalQuestion = z.infer<typeof approvalQuestion>

/** The URL fragment of the approval window. */
export const approvalHash = '#approve'

/** Asks in a window; closing it declines. Undefined if the browser blocks the window. */
export function askInWindow(
  view: Window,
  clock: Clock,
  asked: ApprovalQuestion,
  decided: (approved: boolean) => void,
): { close(): void } | undefined {
  const question = { ...asked, approval: plain(asked.approval) }
  return askInPopup(view, clock, approvalHash, question, (answer) => decided(answer === true))
}

/** Only the parts that are shown; the window does not need the amounts as numbers. */
function plain({ described, ...rest }: Pick<Approval, 'described'>): unknown {
  const { title, summary, level, dangers, effects, rows, table, body } = described
  return { ...rest, described: { title, summary, level, dangers, effects, rows, table, body } }
}
