import { raceAbort, throwIfAborted } from '../../../core/async/abort.ts'
import { withResolvers } from '../../../core/async/with-resolvers.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { pairing } from '../../../core/limits.ts'
import { pairingExpiry } from '../../../core/wallet/links/pairing-expiry.ts'
import type { Clock, Logger, Unsubscribe } from '../../../ports.ts'
import { errorFrom } from '../errors.ts'
import type { SignClient } from '../library/library.ts'
import { withUniqueId } from '../library/request-ids.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import type { CreatePairing, Settled } from './create-pairing.ts'
import { discardPairing, retirePairing } from './discard-pairing.ts'
import type { EarlierPairings } from './earlier-pairings.ts'
import { endWait, keepPairing, lateApproval } from './kept-pairing.ts'
import type { ShownPairings } from './shown-pairings.ts'

/** The maximum number of URIs for one attempt to connect (S3.4.4). */
const maxAttempts = 10

export interface PairingsOptions {
  readonly client: SignClient
  readonly link: SessionLink
  readonly clock: Clock
  readonly log: Logger
  /** The connect calls that are still creating their pairing, which has no URI yet. Oldest first. */
  readonly pendingConnects: Set<Promise<unknown>>
  /** Prepares the request of a pairing. Called for each new URI. */
  readonly pairingRequest: (signal: AbortSignal) => Promise<CreatePairing>
  readonly shown: (uri: string, expiresAt: number) => void
  /** Called with a session that a wallet approved after the connect attempt ended. */
  readonly late: (settled: Settled) => void
  /** Called when a pairing is removed after the connect attempt ended. */
  readonly cleared: () => void
  /** Stores the topics for the next page load. Undefined if nothing is stored. */
  readonly shownPairings?: Pick<ShownPairings, 'add' | 'remove'> | undefined
  /** Whether to end the session of a second wallet that answers a used pairing. */
  readonly endsSecondWallets: boolean
  /** The pairings of earlier page loads, which a wallet can still approve. */
  readonly earlier?: Pick<EarlierPairings, 'take'> | undefined
  /** Returns whether the page is closing. The pairings then stay for the next page load. */
  readonly isClosing?: (() => boolean) | undefined
}

/**
 * One attempt of the visitor to connect. Replaces its URI shortly before the URI expires. Ends when a wallet approves a
 * session, when the visitor leaves, or after ten URIs. A wallet can still approve a replaced URI until that URI's pairing
 * expires.
 */
export class Pairings {
  readonly #options: PairingsOptions
  readonly #topics = new Set<string>()
  /** The public keys of the proposals, by pairing topic. */
  readonly #keys = new Map<string, readonly string[]>()
  readonly #clearing = new Set<Promise<void>>()
  readonly #timers = new Set<Unsubscribe>()

  constructor(options: PairingsOptions) {
    this.#options = options
  }

  /**
   * Shows pairings until a wallet approves one.
   * @throws `wallet/user-rejected`, `connection/pairing-attempts`, `flow/aborted`, or the relay's error.
   */
  async settle(signal: AbortSignal): Promise<Settled> {
    const { late } = this.#options
    const settled = withResolvers<Settled>()
    settled.promise.catch(() => {})
    let isTaken = false
    const take = (outcome: Settled) => {
      if (isTaken) late(outcome)
      else settled.resolve(outcome)
      isTaken = true
    }
    const stopTaking = this.#options.earlier?.take(take)
    try {
      for (let attempt = 1; attempt <= maxAttempts; attempt++) {
        const begun = withUniqueId(async () => {
          // If an attempt had an id that was in use, its keys must be removed before the next attempt creates new ones.
          while (this.#clearing.size > 0) await Promise.allSettled(this.#clearing)
          return this.#begin({ resolve: take, reject: settled.reject }, signal)
        })
        begun.catch(() => {})
        const either = Promise.race([settled.promise, begun])
        const outcome = await raceAbort(this.#options.link.untilRefused(either), signal)
        if (outcome !== 'expired') return outcome
      }
      throw latchkeyError('connection/pairing-attempts')
    } catch (error) {
      settled.promise.then(late, () => {})
      throw errorFrom(error, 'connect')
    } finally {
      stopTaking?.()
      for (const stop of this.#timers) stop()
      // If the page is closing, keep the pairings, because the next page load continues them.
      if (this.#options.isClosing?.()) for (const topic of this.#topics) endWait(this.#options.client, topic)
      else await Promise.allSettled([...this.#clearing, this.#discard([...this.#topics])])
    }
  }

  /** Shows one uri. Resolves when the uri should be replaced. */
  async #begin(
    settled: { resolve(settled: Settled): void; reject(error: unknown): void },
    signal: AbortSignal,
  ): Promise<'expired'> {
    const { client, clock, log, shown, pairingRequest, pendingConnects } = this.#options
    const ask = await pairingRequest(signal)
    throwIfAborted(signal)
    const { events } = client.core.pairing
    const keysBefore = new Set(client.core.crypto.keychain.keychain.keys())
    let topic = ''
    const created = (pairing: { topic: string }) => {
      topic = pairing.topic
      this.#topics.add(topic)
      this.#options.shownPairings?.add(topic)
    }
    events.on('pairing_create', created)
    const before = new Set(pendingConnects)
    const connecting = ask()
    pendingConnects.add(connecting)
    const over = () => void pendingConnects.delete(connecting)
    connecting.then(over, over)
    const { uri, approval } = await this.#options.link
      .inTime(() => connecting, signal)
      .catch((error) => {
        // If the proposal reaches the relay later, withdraw it.
        const stray = () => {
          const clearing = this.#discard([topic], keysBefore).finally(() => {
            this.#clearing.delete(clearing)
            this.#options.cleared()
          })
          this.#clearing.add(clearing)
        }
        // Wait for the other pairings that have started meanwhile. Until their proposals are stored, we can't distinguish their
        // keys from this pairing's keys.
        const strayAfterOthers = () =>
          Promise.allSettled([...pendingConnects].filter((one) => !before.has(one))).then(stray)
        connecting.then((late) => {
          late.approval().catch(() => {})
          return strayAfterOthers()
        }, strayAfterOthers)
        stray()
        throw error
      })
      .finally(() => events.off('pairing_create', created))
    const proposals = client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
    this.#keys.set(
      topic,
      proposals.map(({ proposer }) => proposer.publicKey),
    )
    const answer = lateApproval(this.#options, topic, approval(), this.#timers)
    answer.catch(() => {})
    await keepPairing(client, topic, clock.now() + pairing.kept).catch((error) =>
      log.debug("Couldn't extend a pairing", error),
    )
    throwIfAborted(signal)
    answer.then(
      (outcome) => {
        this.#topics.delete(topic)
        settled.resolve(outcome)
        this.#retire(topic).catch((error) => log.debug("Couldn't remove a used pairing", error))
      },
      (error) => {
        const known = errorFrom(error, 'connect')
        if (!isLatchkeyError(known, 'connection/pairing-expired')) settled.reject(known)
      },
    )
    const now = clock.now()
    const expiresAt = pairingExpiry(uri ?? '', now)
    const left = expiresAt - now
    if (uri) shown(uri, expiresAt)
    return new Promise((resolve) => {
      this.#timers.add(this.#options.link.after(left - pairing.expiredWithin, () => resolve('expired')))
      this.#timers.add(
        this.#options.link.after(pairing.kept, () => void this.#discard([topic]).catch(() => {})),
      )
    })
  }

  async #retire(topic: string): Promise<void> {
    await retirePairing(this.#options, topic)
    this.#options.shownPairings?.remove(topic)
    this.#options.cleared()
  }

  async #discard(topics: readonly string[], keysBefore?: ReadonlySet<string>): Promise<void> {
    for (const topic of topics) {
      this.#topics.delete(topic)
      await discardPairing(this.#options, topic, { keysBefore, keys: this.#keys.get(topic) })
      this.#options.shownPairings?.remove(topic)
    }
  }
}
