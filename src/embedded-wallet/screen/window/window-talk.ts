import * as z from 'zod/mini'
import type { Clock } from '../../../ports.ts'

/** The messages between the frame and the window. Each side validates what it receives. */
const ready = z.object({ wallet: z.literal('ready') })
const answered = z.object({ wallet: z.literal('answer'), answer: z.unknown() })
const asked = z.object({ wallet: z.literal('ask'), question: z.unknown() })

/** How often to check whether the other side still exists, in ms. */
const look = 300

/** A window of the wallet's origin that was opened to answer a question. */
export interface OpenedWindow {
  focus(): void
  /** Closes the window and drops the question. */
  close(): void
}

/** The possible ends of the window. Exactly one of these functions is called, once, unless `close` is called first. */
interface WindowEnds {
  answered(answer: unknown): void
  /**
   * Called if the window closed without an answer.
   * @param reached Whether the window received the question. If not, the browser may have separated the window from the frame.
   */
  closed(reached: boolean): void
}

/**
 * Asks a question in a window of the wallet's origin. Sends messages to the window itself, because browsers separate the
 * storage and the broadcast channels of frames from those of windows. Call this within a click. Returns undefined if the
 * browser opens no window. Also returns undefined if the browser opens a window but returns no reference to it, because the two
 * cases can't be distinguished.
 */
export function askInPopup(
  view: Window,
  clock: Clock,
  hash: string,
  question: unknown,
  ends: WindowEnds,
): OpenedWindow | undefined {
  const { origin } = view.location
  const page = new URL(view.location.href)
  page.search = ''
  page.hash = hash
  // Don't name the window, because a page could get a reference to a named window.
  const opened = view.open(page, '_blank', 'popup,width=400,height=680')
  if (!opened) return undefined
  let reached = false
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== opened || from !== origin) return
    const said = z.safeParse(answered, data)
    if (said.success) {
      leave()
      ends.answered(said.data.answer)
    } else if (z.safeParse(ready, data).success) {
      reached = true
      opened.postMessage({ wallet: 'ask', question }, origin)
    }
  }
  view.addEventListener('message', hear)
  const stop = clock.every(look, () => {
    if (!opened.closed) return
    leave()
    ends.closed(reached)
  })
  const leave = () => {
    view.removeEventListener('message', hear)
    stop()
    opened.close()
  }
  return { focus: () => opened.focus(), close: leave }
}

/** Returns whether a window or frame opened this window and can still be reached. The opener may have any origin. */
export function hasOpener(view: Window): boolean {
  return view.parent === view && view.opener !== null && !(view.opener as Window).closed
}

/** Runs in the opened window. Resolves with the question. Never resolves if the opener has another origin or sends no question. */
export function receiveQuestion<T extends z.core.$ZodType>(view: Window, question: T): Promise<z.infer<T>> {
  const opener = view.opener as Window | null
  const { origin } = view.location
  return new Promise((resolve) => {
    if (!opener || view.parent !== view) return
    view.addEventListener('message', ({ source, origin: from, data }) => {
      if (source !== opener || from !== origin) return
      const said = z.safeParse(asked, data)
      const read = said.success ? z.safeParse(question, said.data.question) : undefined
      if (read?.success) resolve(read.data)
    })
    opener.postMessage({ wallet: 'ready' }, origin)
  })
}

/**
 * Calls `gone` once when the opener is closed, or when the opener's frame is removed. Returns a function that stops the checks.
 */
export function whenOpenerGone(view: Window, clock: Clock, gone: () => void): () => void {
  const stop = clock.every(look, () => {
    if (hasOpener(view)) return
    stop()
    gone()
  })
  return stop
}

export function answerOpener(view: Window, answer: unknown): void {
  ;(view.opener as Window | null)?.postMessage({ wallet: 'answer', answer }, view.location.origin)
}
