import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
import { withResolvers } from '../../core/async/with-resolvers.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { CallOptions, Clock } from '../../ports.ts'
import type { HeadlessSession } from './headless.ts'
import { readPairingUri } from './pairing-uri.ts'
import type { OpenClient } from './sign-client.ts'

/** How long a pairing waits for a relay that can't be reached, in ms. */
const relayLimit = 15_000
/** How long a pairing waits if its URI names no time, in ms. */
const usualLimit = 300_000

/** The pairings that aren't sessions yet. */
export interface Pairings {
  /**
   * Answers a pairing URI.
   * @throws the errors of `HeadlessWallet.pair`.
   */
  pair(uri: string, opts?: CallOptions): Promise<HeadlessSession>
  /** Returns the callers that wait for the session of a pairing, as one. Returns undefined if there are none. */
  waiting(topic: string): Waiting | undefined
  /** Rejects all callers that wait. */
  end(): void
}

interface Waiting {
  resolve(session: HeadlessSession): void
  reject(error: unknown): void
}

export function headlessPairings({ client, up }: OpenClient, clock: Clock): Pairings {
  /** The callers that wait, by pairing topic. Two calls can have the same URI. */
  const all = new Map<string, Set<Waiting>>()
  const waitingOn = (topic: string) => {
    const here = all.get(topic) ?? new Set()
    all.set(topic, here)
    return here
  }
  return {
    async pair(text, opts) {
      throwIfAborted(opts?.signal)
      const uri = readPairingUri(text, clock.now())
      const waiting = withResolvers<HeadlessSession>()
      const { promise: settled, reject } = waiting
      // Prevents an unhandled rejection if the promise rejects before a caller waits for it.
      settled.catch(() => {})
      waitingOn(uri.topic).add(waiting)
      const expired = () => reject(latchkeyError('connection/pairing-expired'))
      const limit = uri.expiresAt === undefined ? usualLimit : uri.expiresAt - clock.now()
      const forget = clock.after(limit, expired)
      try {
        const late = () => latchkeyError('connection/relay-unreachable')
        await withTimeout(clock, relayLimit, up, late, opts?.signal)
        await raceAbort(Promise.race([client.pair({ uri: uri.text }), settled]), opts?.signal)
        return await raceAbort(settled, opts?.signal)
      } finally {
        forget()
        const here = waitingOn(uri.topic)
        here.delete(waiting)
        if (here.size === 0) all.delete(uri.topic)
      }
    },
    waiting(topic) {
      const here = all.get(topic)
      return (
        here && {
          resolve(session) {
            for (const one of here) one.resolve(session)
          },
          reject(error) {
            for (const one of here) one.reject(error)
          },
        }
      )
    },
    end() {
      for (const here of all.values()) for (const { reject } of here) reject(latchkeyError('config/disposed'))
    },
  }
}
