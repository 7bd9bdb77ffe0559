import type { Unsubscribe } from '../../../ports.ts'
import { errorFrom } from '../errors.ts'
import { canSignIn } from '../library/host-client.ts'
import type { SessionStruct, SignClient } from '../library/library.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import type { Settled } from './create-pairing.ts'

/**
 * Extends a pairing. By default, the WalletConnect library deletes a pairing after five minutes, including the time that the page
 * sleeps. After that, a wallet couldn't connect if it scans the code late, or if its answer still waits at the relay.
 *
 * @param until Unix time in ms.
 */
export async function keepPairing(client: SignClient, topic: string, until: number): Promise<void> {
  const expiry = Math.floor(until / 1000)
  const { expirer, pairing } = client.core
  for (const { id } of proposalsOf(client, topic)) {
    await client.proposal.update?.(id, { expiryTimestamp: expiry })
    // The proposal may be gone, if the visitor has left meanwhile.
    if (client.proposal.keys.includes(id)) expirer.set(id, expiry)
  }
  if (client.pairing.keys.includes(topic)) await pairing.updateExpiry?.({ topic, expiry })
  if (client.pairing.keys.includes(topic)) expirer.set(topic, expiry)
}

/** The time in ms after which we end the library's wait for a wallet, just before its own limit of five minutes. */
const libraryLimit = 299_000

/**
 * Settles like the library's approval. Also resolves with a session that a wallet approves after the library has stopped
 * waiting.
 *
 * @param approval The library's own promise. For a sign-in, returns this promise, because the
 * library then waits for an hour.
 * @param link The relay link, whose timers take into account that the page may sleep.
 * @param releases Gets functions that release the timers and the listeners.
 */
export function lateApproval(
  { client, link }: { readonly client: SignClient; readonly link: Pick<SessionLink, 'after'> },
  topic: string,
  approval: Promise<Settled>,
  releases: Set<Unsubscribe>,
): Promise<Settled> {
  const { events } = client.engine
  if (!events?.on || isSignIn(client, topic)) return approval
  const late = new Promise<Settled>((resolve, reject) => {
    const giveUp = () => {
      for (const { id } of proposalsOf(client, topic)) {
        const name = `session_connect:${id}`
        // Stop the library's timer, which would leave a rejection unhandled.
        events.emit(name, { error: givenUp })
        const connected = ({ session, error }: { session?: SessionStruct; error?: unknown }) => {
          if (session) resolve({ struct: session })
          else reject(errorFrom(error, 'connect'))
        }
        events.on(name, connected)
        releases.add(() => void events.off(name, connected))
      }
    }
    releases.add(link.after(libraryLimit, () => {}, giveUp))
  })
  const unlessGivenUp = (error: unknown): Promise<never> =>
    error === givenUp ? new Promise<never>(() => {}) : Promise.reject(error)
  return Promise.race([approval.catch(unlessGivenUp), late])
}

/** Ends the library's wait for a wallet, but keeps the pairing. The library's own timer would leave a rejection unhandled. */
export function endWait(client: SignClient, topic: string): void {
  // Leave sign-ins alone, because their rejections are handled.
  if (isSignIn(client, topic)) return
  for (const { id } of proposalsOf(client, topic))
    client.engine.events?.emit(`session_connect:${id}`, { error: givenUp })
}

/** The error with which we end the library's wait for a wallet. At that time, the pairing itself hasn't expired. */
const givenUp = { code: 0, message: 'Given up by the library' }

function isSignIn(client: SignClient, topic: string): boolean {
  return (
    canSignIn(client) && client.auth.pairingTopics.getAll().some(({ pairingTopic }) => pairingTopic === topic)
  )
}

function proposalsOf(client: SignClient, topic: string) {
  return client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
}
