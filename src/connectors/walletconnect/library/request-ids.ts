import type { Unsubscribe } from '../../../ports.ts'
import type { SignClient } from './library.ts'

/** The library chose an id that is in use. Nothing was sent. */
class IdInUse extends Error {}

/**
 * Refuses ids in use before the request is sent. The library builds an id from the millisecond and three random digits.
 * With ten requests in one millisecond, there is a 1 in 20 chance that two share an id. Both would then take the first
 * answer.
 */
export function refuseIdsInUse({ engine: { events } }: SignClient): Unsubscribe {
  if (!events?.on) return () => {}
  const asked = (name: unknown, listener?: unknown) => {
    if (typeof name !== 'string' || !/^session_request:/.test(name) || isBesideLibrary(listener)) return
    if (events.listenerCount(name) > 0) throw new IdInUse(name)
  }
  events.on('newListener', asked)
  return () => void events.off('newListener', asked)
}

/** Marks a listener of ours for an answer that the library waits for too. */
export function besideLibrary<T extends (...args: never[]) => unknown>(listener: T): T {
  return Object.assign(listener, { besideLibrary: true })
}

function isBesideLibrary(listener: unknown): boolean {
  return typeof listener === 'function' && 'besideLibrary' in listener
}

/** Repeats the request as long as the library chooses an id that is in use. */
export async function withUniqueId<T>(request: () => Promise<T>): Promise<T> {
  for (;;) {
    try {
      return await request()
    } catch (error) {
      if (!(error instanceof IdInUse)) throw error
    }
  }
}

/**
 * Accepts an answer only on the topic of its request. The library finds a request by id alone, so a peer on any topic, such as a
 * pairing code that is still shown, could answer a request of another session.
 */
export function refuseForeignAnswers({ core: { crypto, history } }: SignClient): Unsubscribe {
  const { decode } = crypto
  if (!decode || !history?.records) return () => {}
  const { records } = history
  crypto.decode = async (topic, message, opts) => {
    const payload = await decode(topic, message, opts)
    const asked = payload && payload.method === undefined ? records.get(payload.id) : undefined
    if (asked?.request.method === 'wc_sessionRequest' && asked.topic !== topic)
      throw new Error(`The response to ${asked.id} came from another topic`)
    return payload
  }
  return () => {
    crypto.decode = decode
  }
}
