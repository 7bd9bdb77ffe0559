import { withTimeout } from '../../core/async/deadline.ts'
import { isCaipNetworkId } from '../../core/chain/caip.ts'
import type { Clock, KeyValueStore, Logger } from '../../ports.ts'
import { type BitcoinAddresses, readBitcoinAddresses } from './bitcoin-addresses.ts'
import { relayUnreachable } from './errors.ts'
import type { LiveSession } from './live-session.ts'

/**
 * The time in ms that connecting waits for a wallet's Bitcoin addresses. A wallet that doesn't prompt the visitor answers
 * quickly. A later answer is still used.
 */
const patience = 2000

export interface BitcoinAddressesOptions {
  readonly clock: Clock
  readonly log: Logger
  /** The storage for the answers. If undefined, the answers are lost when the page closes. */
  readonly storage: KeyValueStore | undefined
  readonly key: string
  /** Called when a wallet's answer changed the accounts of its session. */
  readonly changed: (live: LiveSession) => void
}

/**
 * Requests the addresses of a wallet's Bitcoin accounts, and stores the answer. A restored session
 * uses the stored answer, because the wallet may prompt the visitor for another answer.
 */
export class BitcoinAddressQuestions {
  readonly #options: BitcoinAddressesOptions

  constructor(options: BitcoinAddressesOptions) {
    this.#options = options
  }

  /** Requests the addresses. Resolves when the wallet has answered, or after a time limit. Never rejects. */
  async ask(live: LiveSession): Promise<void> {
    const { clock, log } = this.#options
    const accounts = live.bitcoinAccounts
    if (accounts.length === 0) return
    const approval = live.bitcoinApproval
    const answers = Promise.all(
      accounts.map(async ({ network, address }) => {
        const answer = await live.askFor(network, {
          method: 'getAccountAddresses',
          params: { account: address },
        })
        return [network, readBitcoinAddresses(answer)] as const
      }),
    ).then((lists) => {
      // Ignore the answer if the wallet has replaced its accounts since. The caller of `update` asks about the new accounts.
      if (live.bitcoinApproval !== approval) return
      const known = new Map<(typeof lists)[number][0], (typeof lists)[number][1]>()
      for (const [network, addresses] of lists)
        known.set(network, [...(known.get(network) ?? []), ...addresses])
      this.learn(live, known)
    })
    answers.catch((error) => log.debug('The wallet returned no Bitcoin addresses', error))
    await withTimeout(clock, patience, () => answers, relayUnreachable).catch(() => {})
  }

  /** Applies and stores the wallet's addresses on the given networks. */
  learn(live: LiveSession, told: BitcoinAddresses): void {
    const changed = live.learn(told)
    this.#store(live, live.bitcoinApproval)
    if (changed) this.#options.changed(live)
  }

  /** Stores the addresses that are left after the accounts changed. A later page asks the wallet again. */
  keep(live: LiveSession): void {
    this.#store(live)
  }

  /**
   * Applies the addresses that an earlier page stored. Returns false if the wallet hasn't told its addresses since it approved
   * the current accounts.
   */
  recall(live: LiveSession): boolean {
    const { storage, key, log } = this.#options
    try {
      const { topic, told, approval } = JSON.parse(storage?.get(key) ?? '{}') as Partial<
        Record<'topic' | 'told' | 'approval', unknown>
      >
      if (topic !== live.struct.topic || !Array.isArray(told)) return false
      live.learn(
        new Map(
          told.flatMap(([network, addresses]) =>
            isCaipNetworkId(network) ? [[network, readBitcoinAddresses(addresses)] as const] : [],
          ),
        ),
      )
      return approval === live.bitcoinApproval
    } catch (error) {
      log.debug('The stored Bitcoin addresses are invalid', error)
      return false
    }
  }

  forget(): void {
    this.#write((storage, key) => storage.remove(key))
  }

  /** `approval`: the accounts whose addresses the wallet told. */
  #store(live: LiveSession, approval?: string): void {
    const told = [...live.bitcoinAddresses]
    this.#write((storage, key) =>
      storage.set(key, JSON.stringify({ topic: live.struct.topic, approval, told })),
    )
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
