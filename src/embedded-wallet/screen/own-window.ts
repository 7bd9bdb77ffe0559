import * as z from 'zod/mini'
import type { Clock } from '../../ports.ts'
import type { Approval } from '../requests/approval.ts'

/** What the frame and the window of the same wallet say to each other. */
const messages = z.discriminatedUnion('wallet', [
  z.object({ wallet: z.literal('ready') }),
  z.object({ wallet: z.literal('answer'), approved: z.boolean() }),
])

const pairs = z.array(z.tuple([z.string(), z.string()]))
const approval = z.object({
  origin: z.string(),
  claimedName: z.optional(z.string()),
  network: z.string(),
  raw: z.string(),
  described: z.object({
    title: z.string(),
    summary: z.optional(z.string()),
    rows: pairs,
    table: z.optional(z.array(z.array(z.string()))),
    body: z.optional(z.string()),
  }),
})
const question = z.object({
  wallet: z.literal('ask'),
  approval,
  theme: z.optional(z.string()),
  accent: z.optional(z.string()),
})
/** What a window is asked. */
export type Question = z.infer<typeof question>

/** The part of a location that says that this is the window. */
export const windowHash = '#approve'

/**
 * Asks in a window of the wallet's own origin. It is reached through its handle alone: a channel by name would not reach it,
 * since browsers keep the storage and the channels of a frame apart from those of windows. Undefined where the browser does
 * not open one, which it does in a click only.
 */
export function askInWindow(
  view: Window,
  clock: Clock,
  asked: Omit<Question, 'wallet'>,
  decided: (approved: boolean) => void,
): { close(): void } | undefined {
  const { origin } = view.location
  const page = new URL(view.location.href)
  page.search = ''
  page.hash = windowHash
  const opened = view.open(page, '_blank', 'popup,width=400,height=680')
  if (!opened) return undefined
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== opened || from !== origin) return
    const { success, data: said } = z.safeParse(messages, data)
    if (!success) return
    if (said.wallet === 'ready')
      opened.postMessage({ wallet: 'ask', ...asked, approval: plain(asked.approval) }, origin)
    else finish(said.approved)
  }
  view.addEventListener('message', hear)
  const stop = clock.every(300, () => {
    if (opened.closed) finish(false)
  })
  const leave = () => {
    view.removeEventListener('message', hear)
    stop()
    opened.close()
  }
  const finish = (approved: boolean) => {
    leave()
    decided(approved)
  }
  return { close: leave }
}

/** The other side: resolves with what is asked. Undefined where nobody of this origin has opened this window. */
export function hearQuestion(view: Window): Promise<Question | undefined> {
  const opener = view.opener as Window | null
  if (!opener || view.parent !== view) return Promise.resolve(undefined)
  const { origin } = view.location
  return new Promise((resolve) => {
    view.addEventListener('message', ({ source, origin: from, data }) => {
      if (source !== opener || from !== origin) return
      const { success, data: asked } = z.safeParse(question, data)
      if (success) resolve(asked)
    })
    opener.postMessage({ wallet: 'ready' }, origin)
  })
}

export function answerQuestion(view: Window, approved: boolean): void {
  ;(view.opener as Window | null)?.postMessage({ wallet: 'answer', approved }, view.location.origin)
}

/** The parts that are shown: amounts as numbers are of no use to the window. */
function plain({ described, ...rest }: Pick<Approval, 'described'>): unknown {
  const { title, summary, rows, table, body } = described
  return { ...rest, described: { title, summary, rows, table, body } }
}
