import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { withTimeout } from '../../core/async/deadline.ts'
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
  /** Returns the caller that waits for the session of a pairing, if there is one. */
  waiting(topic: string): Waiting | undefined
  /** Rejects all callers that wait. */
  end(): void
}

interface Waiting {
  resolve(session: HeadlessSession): void
  reject(error: unknown): void
}

export function headlessPairings({ client, up }: OpenClient, clock: Clock): Pairings {
  const all = new Map<string, Waiting>()
  return {
    async pair(text, opts) {
      throwIfAborted(opts?.signal)
      const uri = readPairingUri(text, clock.now())
      let forget = () => {}
      const settled = new Promise<HeadlessSession>((resolve, reject) => {
        all.set(uri.topic, { resolve, reject })
        const expired = () => reject(latchkeyError('connection/pairing-expired'))
        forget = clock.after(uri.expiresAt === undefined ? usualLimit : uri.expiresAt - clock.now(), expired)
      })
      // Prevents an unhandled rejection if the promise rejects before a caller waits for it.
      settled.catch(() => {})
      try {
        const late = () => latchkeyError('connection/relay-unreachable')
        await withTimeout(clock, relayLimit, up, late, opts?.signal)
        await raceAbort(Promise.race([client.pair({ uri: uri.text }), settled]), opts?.signal)
        return await raceAbort(settled, opts?.signal)
      } finally {
        forget()
        all.delete(uri.topic)
      }
    },
    waiting: (topic) => all.get(topic),
    end() {
      for (const { reject } of all.values()) reject(latchkeyError('config/disposed'))
    },
  }
}
