import * as z from 'zod/mini'
import { awakeClock } from '../../core/async/awake-clock.ts'
import type { Clock } from '../../ports.ts'

/**
 * The message of the login window to the wallet's frames in the page that opened the window. Frame and window have the same
 * origin.
 */
const answered = z.object({ socialAnswer: z.string() })

/** How long to wait for the window's message, in ms. The window sends it to the page and to this frame at the same time. */
const patience = 5_000

/** The answers of login windows. The page can't read them. */
export interface SocialAnswers {
  /** Resolves with the window's answer, or with undefined if there is none. Returns each answer only once. */
  take(): Promise<string | undefined>
}

export function socialAnswers(
  view: Pick<Window, 'addEventListener' | 'location'>,
  clock: Clock,
): SocialAnswers {
  let held: string | undefined
  let taker: ((answer: string | undefined) => void) | undefined
  view.addEventListener('message', ({ origin, data }) => {
    if (origin !== view.location.origin) return
    const read = z.safeParse(answered, data)
    if (!read.success) return
    if (taker) taker(read.data.socialAnswer)
    else held = read.data.socialAnswer
  })
  return {
    take() {
      const answer = held
      held = undefined
      if (answer !== undefined) return Promise.resolve(answer)
      return new Promise((resolve) => {
        const settle = (found: string | undefined) => {
          stop()
          taker = undefined
          resolve(found)
        }
        const stop = awakeClock(clock).after(patience, () => settle(undefined))
        taker?.(undefined)
        taker = settle
      })
    },
  }
}
