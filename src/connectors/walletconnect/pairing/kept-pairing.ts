import type { Unsubscribe } from '../../../ports.ts'
import { errorFrom } from '../errors.ts'
import { type Envelope, methodUnsupported, type SessionStruct, type SignClient } from '../library/library.ts'
import type { Settled } from './create-pairing.ts'

/**
 * Extends a pairing, which the library deletes after five minutes, asleep or awake. A wallet that scanned the code late, or whose
 * answer waits at the relay, could then no longer settle.
 *
 * @param until Unix time in ms.
 */
export async function keepPairing(client: SignClient, topic: string, until: number): Promise<void> {
  const expiry = Math.floor(until / 1000)
  const { expirer, pairing } = client.core
  for (const { id } of proposalsOf(client, topic)) {
    await client.proposal.update?.(id, { expiryTimestamp: expiry })
    // The visitor may have left meanwhile.
    if (client.proposal.keys.includes(id)) expirer.set(id, expiry)
  }
  if (client.pairing.keys.includes(topic)) await pairing.updateExpiry?.({ topic, expiry })
  if (client.pairing.keys.includes(topic)) expirer.set(topic, expiry)
}

/** Settles with the session that a wallet settles, also after the library has given up the pairing. */
export function lateSession(client: SignClient, topic: string, releases: Set<Unsubscribe>): Promise<Settled> {
  const { events } = client.engine
  return new Promise((resolve, reject) => {
    for (const { id } of events?.on ? proposalsOf(client, topic) : []) {
      const connected = ({ session, error }: Envelope & { readonly session?: SessionStruct }) => {
        if (session) resolve({ struct: session })
        // Our own code for a proposal that is withdrawn, because the wallet signs in instead.
        else if (error?.code !== methodUnsupported.code) reject(errorFrom(error, 'connect'))
      }
      events?.on(`session_connect:${id}`, connected)
      releases.add(() => void events?.off(`session_connect:${id}`, connected))
    }
  })
}

/** Our own limit decides when a pairing has expired. */
export function unlessExpired(error: unknown): Promise<never> {
  const text = String((error as { message?: unknown } | null)?.message)
  return /expired/i.test(text) ? new Promise<never>(() => {}) : Promise.reject(error)
}

function proposalsOf(client: SignClient, topic: string) {
  return client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
}
