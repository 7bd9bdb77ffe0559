import type { Unsubscribe } from '../../../ports.ts'
import type { SignClient } from './library.ts'

/** The error for an id that is in use. Nothing was sent. */
class IdInUse extends Error {}

/**
 * Refuses a request before it is sent, if its id is in use. The WalletConnect library builds an id from the millisecond and three
 * random digits. With ten requests in one millisecond, there is a 1 in 20 chance that two requests have the same id. Both
 * requests would then get the first answer.
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

/**
 * Refuses a message before it is sent, if a session proposal and another request both have its id. The library creates the ids of
 * a sign-in request and its proposal in the same millisecond, so they are equal in 1 of 1000 pairings. The wallet's approval of
 * the proposal would then be lost.
 */
export function refuseSharedId(
  { engine: { events } }: { readonly engine: Required<Pick<SignClient['engine'], 'events'>> },
  id: unknown,
): void {
  const names = [`session_connect:${id}`, `session_request:${id}`]
  if (names.every((name) => events.listenerCount(name) > 0)) throw new IdInUse(names[0])
}

/** Marks a listener as ours. The library has its own listener for the same answer. */
export function besideLibrary<T extends (...args: never[]) => unknown>(listener: T): T {
  return Object.assign(listener, { besideLibrary: true })
}

function isBesideLibrary(listener: unknown): boolean {
  return typeof listener === 'function' && 'besideLibrary' in listener
}

/** Repeats the request until the library chooses an id that isn't in use. */
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
 * Refuses an answer that doesn't arrive on the topic of its request. The library finds the request by its id only. So a peer on
 * another topic, such as the topic of a shown pairing code, could answer a request of another session.
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
