import { withTimeout } from '../../core/async/deadline.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { disconnectTimeout } from '../../core/limits.ts'
import type { Clock, Logger } from '../../ports.ts'
import { type SessionStruct, type SignClient, userDisconnected } from './library/library.ts'
import type { OwedEnds } from './library/owed-ends.ts'
import { discardPairing } from './pairing/discard-pairing.ts'
import type { SessionLink } from './relay/relay-link.ts'

export interface SessionEndsOptions {
  readonly client: SignClient
  readonly link: SessionLink
  readonly clock: Clock
  readonly log: Pick<Logger, 'debug'>
  readonly owed: OwedEnds | undefined
  /** Whether the client belongs to the host, which removes its pairings itself. */
  readonly shared: boolean
  /** Called after a session or a pairing was removed. */
  readonly removed: () => void
}

/** Ends sessions, and removes their pairings. */
export class SessionEnds {
  readonly #options: SessionEndsOptions

  constructor(options: SessionEndsOptions) {
    this.#options = options
  }

  /** Ends a session. Notifies the wallet, with a time limit. Removes the session on this side even if this fails. */
  async end({ topic, self }: SessionStruct): Promise<void> {
    const { client, link, clock, log, owed, removed } = this.#options
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    // If there is no message to repeat, end the session anyway.
    await owed
      ?.add(topic)
      .catch((error: unknown) => log.debug("Couldn't prepare the end of a session", error))
    const disconnecting = client.disconnect({ topic, reason: userDisconnected })
    const told = disconnecting.then(() => owed?.remove(topic))
    told.catch(() => {})
    try {
      // Use half of the time limit, so that there is time for the cleanup.
      await withTimeout(clock, disconnectTimeout / 2, () => told, late)
    } catch (error) {
      log.debug("The wallet didn't confirm the disconnect", error)
      const { crypto, expirer } = client.core
      await Promise.allSettled([
        client.session.delete(topic, userDisconnected),
        crypto.deleteSymKey(topic),
        crypto.deleteKeyPair(self.publicKey),
        link.leave(topic),
      ])
      expirer.del(topic)
      owed?.send()
    }
    removed()
  }

  /** Ends a session that is not in use, in the background. Removes its pairing. */
  endUnused(struct: SessionStruct): void {
    this.removePairingOf(struct)
    this.end(struct).catch((error) => this.#options.log.debug("Couldn't close a session", error))
  }

  /** Removes the used pairing of a session that ends or has ended, in the background. */
  removePairingOf({ pairingTopic }: SessionStruct): void {
    if (pairingTopic) void this.#removePairing(pairingTopic)
  }

  async #removePairing(topic: string): Promise<void> {
    const { client, link, log, shared, removed } = this.#options
    if (!shared) await discardPairing({ client, link, log }, topic)
    removed()
  }
}
