import type { Unsubscribe } from '../../ports.ts'
import type { SignClient } from './library.ts'

/** The library gave a request a number that another one has; nothing was sent. */
class NumberTaken extends Error {}

/**
 * The library numbers a request by the millisecond and three random digits, so that of ten in one millisecond two share a
 * number once in twenty times, and both then take the first answer. The second one to ask for a number is refused it here,
 * before it is sent.
 */
export function refuseTakenNumbers({ engine: { events } }: SignClient): Unsubscribe {
  if (!events?.on) return () => {}
  const asked = (name: unknown) => {
    if (typeof name === 'string' && /^session_request:/.test(name) && events.listenerCount(name) > 0)
      throw new NumberTaken(name)
  }
  events.on('newListener', asked)
  return () => void events.off('newListener', asked)
}

/** Asks again for as long as the number that the library chose is taken. */
export async function withOwnNumber<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error
    }
  }
}
