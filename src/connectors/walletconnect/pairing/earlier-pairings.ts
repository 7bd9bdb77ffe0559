import { raceAbort } from '../../../core/async/abort.ts'
import type { Logger, Unsubscribe } from '../../../ports.ts'
import { errorFrom } from '../errors.ts'
import { methodUnsupported, type SessionStruct, type SignClient } from '../library/library.ts'
import type { SessionLink } from '../relay/relay-link.ts'
import type { Settled } from './create-pairing.ts'
import type { OneClick } from './one-click.ts'
import { handleRecorded } from './recorded-answers.ts'
import type { ShownPairings } from './shown-pairings.ts'

export interface StoredProposal {
  readonly pairingTopic: string
  readonly publicKey: string
}

export interface EarlierPairingsOptions {
  readonly client: SignClient
  readonly link: Pick<SessionLink, 'after'>
  readonly log: Pick<Logger, 'debug'>
  readonly now: () => number
  readonly shown: ShownPairings
  readonly oneClick: OneClick | undefined
  /** Removes a pairing and its keys. A used pairing is removed after the WalletConnect library has marked it as used. */
  readonly discard: (topic: string, isUsed: boolean, keys: readonly string[]) => Promise<void>
  /** A copy of the stored proposals, taken before the library removes the expired ones. */
  readonly stored: readonly StoredProposal[]
  /** Called with a session that isn't wanted anymore. */
  readonly late: (settled: Settled) => void
}

/**
 * The pairings of earlier page loads: a page showed them in this or another tab, and was closed or reloaded after that. A phone
 * may close the page while the wallet's app is open. If a wallet approves one of these pairings, the caller that waits gets the
 * session. If several callers wait, the last caller gets the session.
 */
export class EarlierPairings {
  readonly #options: EarlierPairingsOptions
  readonly #left = new Map<string, Unsubscribe>()
  readonly #takers: ((settled: Settled) => void)[] = []
  readonly #empty: (() => void)[] = []
  /** A session that was approved before any caller waited. */
  #early: Settled | undefined

  constructor(options: EarlierPairingsOptions) {
    this.#options = options
  }

  /** Continues all pairings that a wallet can still approve, and removes the others. Call this before messages are handled. */
  async listen(): Promise<void> {
    const { client, shown, stored } = this.#options
    const pairings = client.pairing.getAll().map(({ topic }) => topic)
    const proposed = new Set(stored.map(({ pairingTopic }) => pairingTopic))
    const over: string[] = []
    for (const topic of new Set([...pairings, ...proposed, ...shown.topics])) {
      const session = client.session.getAll().find(({ pairingTopic }) => pairingTopic === topic)
      const isLeft = shown.topics.includes(topic)
      // Forget the topic if a page has already taken over the session. Other code restores such a session.
      if (session && (!isLeft || shown.current === topic || shown.isOutdated(topic))) shown.remove(topic)
      else if (session) this.#settled(topic, { struct: session })
      else if (isLeft && this.#listenTo(topic)) void handleRecorded(this.#options, topic)
      // End the pairing, unless another tab may still be storing it.
      else if (!isLeft || proposed.has(topic) || shown.isExpired(topic)) over.push(topic)
    }
    await Promise.all(over.map((topic) => this.#end(topic)))
  }

  /** Resolves with the next session that a wallet approves. Resolves with undefined if there is no pairing left. */
  async next(signal: AbortSignal): Promise<Settled | undefined> {
    this.#dropOutdated()
    if (!this.#early && this.#left.size === 0) return undefined
    let stop = () => {}
    const next = new Promise<Settled | undefined>((resolve) => {
      stop = this.take(resolve)
      this.#empty.push(() => resolve(undefined))
    })
    return raceAbort(next, signal).finally(stop)
  }

  /**
   * Calls `taker` with each session that a wallet approves. If several takers are registered, calls only the one that was
   * registered last. Call the returned function to remove `taker`.
   */
  take(taker: (settled: Settled) => void): Unsubscribe {
    this.#takers.push(taker)
    this.#dropOutdated()
    if (this.#early) taker(this.#early)
    this.#early = undefined
    return () => {
      const at = this.#takers.indexOf(taker)
      if (at >= 0) this.#takers.splice(at, 1)
    }
  }

  dispose(): void {
    for (const stop of this.#left.values()) stop()
    this.#left.clear()
    for (const resolve of this.#empty.splice(0)) resolve()
  }

  /** Waits for the approval of a pairing. Returns false if no wallet can approve the pairing anymore. */
  #listenTo(topic: string): boolean {
    const { client, link, log, now, oneClick } = this.#options
    const { events } = client.engine
    const record = client.pairing.getAll().find((one) => one.topic === topic)
    const proposals = client.proposal.getAll().filter(({ pairingTopic }) => pairingTopic === topic)
    if (!events || !record || proposals.length === 0) return false
    const left = (record.expiry ?? 0) * 1000 - now()
    if (left <= 0) return false
    const releases: Unsubscribe[] = []
    for (const { id } of proposals) {
      const name = `session_connect:${id}`
      const connected = ({ session, error }: { session?: SessionStruct; error?: unknown }) => {
        if (session) return this.#settled(topic, { struct: session })
        // The wallet signed in instead, or the request was withdrawn.
        if (error === methodUnsupported) return
        log.debug('A wallet declined an earlier pairing', errorFrom(error, 'connect'))
        void this.#end(topic)
      }
      events.on(name, connected)
      releases.push(() => void events.off(name, connected))
    }
    const signedIn = oneClick?.resume(topic)
    signedIn?.then(
      (settled) => this.#left.has(topic) && this.#settled(topic, settled),
      (error) => {
        log.debug('A wallet declined an earlier sign-in', error)
        if (this.#left.has(topic)) void this.#end(topic)
      },
    )
    releases.push(link.after(left, () => void this.#end(topic)))
    this.#left.set(topic, () => {
      for (const release of releases) release()
    })
    return true
  }

  /** Drops an early session if any tab connected or disconnected a wallet after the pairing was shown. */
  #dropOutdated(): void {
    const early = this.#early
    if (!early?.earlier?.isOutdated()) return
    this.#early = undefined
    this.#options.late(early)
  }

  #settled(topic: string, answer: Settled): void {
    const { shown, late } = this.#options
    const earlier = { isOutdated: () => shown.isOutdated(topic), done: () => shown.remove(topic) }
    const settled = { ...answer, earlier }
    const taker = this.#takers.at(-1)
    if (earlier.isOutdated()) late(settled)
    else if (taker) taker(settled)
    else if (this.#early) late(settled)
    else this.#early = settled
    void this.#end(topic, true)
  }

  async #end(topic: string, isUsed = false): Promise<void> {
    const { discard, log, oneClick, shown, stored } = this.#options
    oneClick?.abandon(topic)
    this.#left.get(topic)?.()
    this.#left.delete(topic)
    const keys = stored.filter(({ pairingTopic }) => pairingTopic === topic).map(({ publicKey }) => publicKey)
    await discard(topic, isUsed, keys).catch((error) =>
      log.debug("Couldn't remove an earlier pairing", error),
    )
    // Remove the pairing last, so that the next page load tries again if the page closes before the removal. A pairing with a
    // session stays until a page has taken over the session.
    if (!isUsed) shown.remove(topic)
    if (this.#left.size > 0) return
    for (const resolve of this.#empty.splice(0)) resolve()
  }
}
