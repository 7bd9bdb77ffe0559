import { withTimeout } from '../../core/async/deadline.ts'
import { isCaipNetworkId } from '../../core/chain/caip.ts'
import type { Clock, KeyValueStore, Logger } from '../../ports.ts'
import { type BitcoinAddresses, readBitcoinAddresses } from './bitcoin-addresses.ts'
import { relayUnreachable } from './errors.ts'
import type { LiveSession } from './live-session.ts'

/**
 * In ms: how long connecting waits for a wallet's Bitcoin addresses. A wallet that doesn't prompt answers quickly. A later answer
 * is still used.
 */
const patience = 2000

export interface BitcoinAddressesOptions {
  readonly clock: Clock
  readonly log: Logger
  /** The storage for the answers. If undefined, the answers last as long as the page. */
  readonly storage: KeyValueStore | undefined
  readonly key: string
  /** Called when a wallet's answer changed its session's accounts. */
  readonly changed: (live: LiveSession) => void
}

/**
 * Requests the addresses of a wallet's Bitcoin accounts once per session, and stores the answer. The wallet may prompt the visitor for the addresses,
 * so a restored session must not ask again.
 */
export class BitcoinAddressQuestions {
  readonly #options: BitcoinAddressesOptions

  constructor(options: BitcoinAddressesOptions) {
    this.#options = options
  }

  /** Resolves when the wallet has answered, or after a time limit. Never rejects. */
  async ask(live: LiveSession): Promise<void> {
    const { clock, log } = this.#options
    const accounts = live.bitcoinAccounts
    if (accounts.length === 0) return
    const answers = Promise.all(
      accounts.map(async ({ network, address }) => {
        const answer = await live.askFor(network, {
          method: 'getAccountAddresses',
          params: { account: address },
        })
        return [network, readBitcoinAddresses(answer)] as const
      }),
    ).then((lists) => {
      const known = new Map<(typeof lists)[number][0], (typeof lists)[number][1]>()
      for (const [network, addresses] of lists)
        known.set(network, [...(known.get(network) ?? []), ...addresses])
      this.learn(live, known)
    })
    answers.catch((error) => log.debug('The wallet returned no Bitcoin addresses', error))
    await withTimeout(clock, patience, () => answers, relayUnreachable).catch(() => {})
  }

  /** Applies and stores the wallet's addresses on some networks. */
  learn(live: LiveSession, told: BitcoinAddresses): void {
    const changed = live.learn(told)
    this.#store(live)
    if (changed) this.#options.changed(live)
  }

  /** Applies the addresses that an earlier page stored; false if there are none. */
  recall(live: LiveSession): boolean {
    const { storage, key, log } = this.#options
    try {
      const { topic, told } = JSON.parse(storage?.get(key) ?? '{}') as { topic?: unknown; told?: unknown }
      if (topic !== live.struct.topic || !Array.isArray(told)) return false
      live.learn(
        new Map(
          told.flatMap(([network, addresses]) =>
            isCaipNetworkId(network) ? [[network, readBitcoinAddresses(addresses)] as const] : [],
          ),
        ),
      )
      return true
    } catch (error) {
      log.debug('The stored Bitcoin addresses are invalid', error)
      return false
    }
  }

  forget(): void {
    this.#write((storage, key) => storage.remove(key))
  }

  #store(live: LiveSession): void {
    const told = [...live.bitcoinAddresses]
    this.#write((storage, key) => storage.set(key, JSON.stringify({ topic: live.struct.topic, told })))
  }

  #write(run: (storage: KeyValueStore, key: string) => void): void {
    const { storage, key, log } = this.#options
    if (!storage) return
    try {
      run(storage, key)
    } catch (error) {
      log.debug('Storing the Bitcoin addresses failed', error)
    }
  }
}
