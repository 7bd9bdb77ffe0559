import type { Unsubscribe } from '../../ports.ts'
import type { SignClient } from './library.ts'

/** The library has given a request the id of another one. Nothing was sent. */
class NumberTaken extends Error {}

/**
 * The library makes an id of the millisecond and three random digits. Of ten requests in one millisecond, two have the same id
 * once in twenty times, and both would take the first answer. Here the second request is refused its id before it is sent.
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

/** Makes the request again while the id that the library chose is in use. */
export async function withOwnNumber<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof NumberTaken)) throw error
    }
  }
}
