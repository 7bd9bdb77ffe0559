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

/**
 * The library looks for the request of an answer by the id alone, so that whoever has any topic with the page, such as the code
 * of a pairing that is still shown, could answer a request of another session. Here an answer counts on the topic of its
 * request only; one from elsewhere is dropped.
 */
export function refuseForeignAnswers({ core: { crypto, history } }: SignClient): Unsubscribe {
  const { decode } = crypto
  if (!decode || !history?.records) return () => {}
  const { records } = history
  crypto.decode = async (topic, message, opts) => {
    const payload = await decode(topic, message, opts)
    const asked = payload && payload.method === undefined ? records.get(payload.id) : undefined
    if (asked?.request.method === 'wc_sessionRequest' && asked.topic !== topic)
      throw new Error(`The answer to ${asked.id} came from elsewhere`)
    return payload
  }
  return () => {
    crypto.decode = decode
  }
}
