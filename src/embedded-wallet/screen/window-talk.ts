import * as z from 'zod/mini'
import type { Clock } from '../../ports.ts'

/** The messages between frame and window; each receiver validates them. */
const ready = z.object({ wallet: z.literal('ready') })
const answered = z.object({ wallet: z.literal('answer'), answer: z.unknown() })
const asked = z.object({ wallet: z.literal('ask'), question: z.unknown() })

/**
 * Asks a window of the wallet's origin. It talks through the window's handle, since browsers partition a frame's
 * storage and broadcast channels from those of windows. Call it during a click. Undefined if the browser blocks the
 * window.
 * @param done Called once: with the answer, or with undefined when the window is closed.
 */
export function askInPopup(
  view: Window,
  clock: Clock,
  hash: string,
  question: unknown,
  done: (answer: unknown) => void,
): { close(): void } | undefined {
  const { origin } = view.location
  const page = new URL(view.location.href)
  page.search = ''
  page.hash = hash
  const opened = view.open(page, '_blank', 'popup,width=400,height=680')
  if (!opened) return undefined
  const hear = ({ source, origin: from, data }: MessageEvent) => {
    if (source !== opened || from !== origin) return
    const said = z.safeParse(answered, data)
    if (said.success) finish(said.data.answer)
    else if (z.safeParse(ready, data).success) opened.postMessage({ wallet: 'ask', question }, origin)
  }
  view.addEventListener('message', hear)
  const stop = clock.every(300, () => {
    if (opened.closed) finish(undefined)
  })
  const leave = () => {
    view.removeEventListener('message', hear)
    stop()
    opened.close()
  }
  const finish = (answer: unknown) => {
    leave()
    done(answer)
  }
  return { close: leave }
}

/** The other side: resolves with the question. Undefined if no window of this origin opened this one. */
export function receiveQuestion<T extends z.core.$ZodType>(
  view: Window,
  question: T,
): Promise<z.infer<T> | undefined> {
  const opener = view.opener as Window | null
  if (!opener || view.parent !== view) return Promise.resolve(undefined)
  const { origin } = view.location
  return new Promise((resolve) => {
    view.addEventListener('message', ({ source, origin: from, data }) => {
      if (source !== opener || from !== origin) return
      const said = z.safeParse(asked, data)
      const read = said.success ? z.safeParse(question, said.data.question) : undefined
      if (read?.success) resolve(read.data)
    })
    opener.postMessage({ wallet: 'ready' }, origin)
  })
}

export function answerOpener(view: Window, answer: unknown): void {
  ;(view.opener as Window | null)?.postMessage({ wallet: 'answer', answer }, view.location.origin)
}
