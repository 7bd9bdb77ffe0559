import { sleep } from '../../../core/async/sleep.ts'
import type { Clock, Logger } from '../../../ports.ts'
import { canSignIn } from '../library/host-client.ts'
import { type SignClient, userDisconnected } from '../library/library.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import { forgetSignIn } from './one-click.ts'

export interface DiscardOptions {
  readonly client: SignClient
  readonly link: Pick<SessionLink, 'leave'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'debug'>
  /**
   * Whether to end the session of a second wallet that answers the same pairing. False for a client of the host, which keeps its
   * own pairings.
   */
  readonly endsSecondWallets: boolean
}

export interface DiscardedKeys {
  readonly keysBefore?: ReadonlySet<string> | undefined
  readonly keys?: readonly string[] | undefined
}

/**
 * Removes everything of a pairing that can't be used anymore: keys, subscriptions and the WalletConnect library's timers.
 *
 * @param options.keysBefore The keys that existed before the pairing. If set, also removes the key of a proposal that wasn't
 * stored.
 * @param options.keys The public keys of the pairing's proposals. The library may have removed these proposals already.
 */
export async function discardPairing(
  { client, link, log }: Pick<DiscardOptions, 'client' | 'link' | 'log'>,
  topic: string,
  { keysBefore, keys = [] }: DiscardedKeys = {},
): Promise<void> {
  if (!topic) return
  const { expirer, crypto } = client.core
  try {
    if (canSignIn(client)) await forgetSignIn(client, link, topic)
    const proposals = client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
    for (const { id, proposer } of proposals) {
      // The library then rejects the promise of the approval.
      expirer.set(id, 0)
      await crypto.deleteKeyPair(proposer.publicKey)
    }
    await link.leave(topic)
    await client.pairing.delete(topic, userDisconnected)
    await crypto.deleteSymKey(topic)
    expirer.del(topic)
    // Remove the keys that the library would keep forever.
    const used = keysInUse(client)
    const made = keysBefore
      ? [...crypto.keychain.keychain.keys()].filter((key) => !keysBefore.has(key) && !used.has(key))
      : []
    for (const key of [...made, ...keys.filter((one) => !used.has(one))])
      if (/^[0-9a-f]{64}$/.test(key)) await crypto.deleteKeyPair(key)
  } catch (error) {
    log.debug("Couldn't remove a pairing", error)
  }
}

/**
 * Removes a used pairing's requests that no wallet has answered. First waits until the library has marked the pairing as
 * used, shortly after the approval. The library must still find the pairing then. Keeps the pairing's key until the pairing
 * expires or its session ends. With `endsSecondWallets`, also keeps the topic on which sign-ins arrive. Both are needed to end a
 * second wallet's session.
 */
export async function retirePairing(options: DiscardOptions, topic: string): Promise<void> {
  const { client, clock, link, log, endsSecondWallets } = options
  const used = () => client.pairing.getAll().find((one) => one.topic === topic)?.active !== false
  for (let tries = 0; tries < 50 && !used(); tries++) await sleep(clock, 20)
  if (!used()) return discardPairing(options, topic)
  if (canSignIn(client))
    await forgetSignIn(client, link, topic, endsSecondWallets).catch((error) =>
      log.debug("Couldn't remove a sign-in", error),
    )
}

/** Returns the library's ids of all keys in use: public keys and topics. */
function keysInUse({ core, pairing, proposal, session }: SignClient): ReadonlySet<string> {
  const { topics, pending } = core.relayer.subscriber
  return new Set([
    ...proposal.getAll().map(({ proposer }) => proposer.publicKey),
    ...session.getAll().flatMap(({ topic, self }) => [topic, self.publicKey]),
    ...pairing.getAll().map(({ topic }) => topic),
    ...topics,
    ...pending.keys(),
  ])
}
