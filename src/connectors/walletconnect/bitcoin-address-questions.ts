import { withTimeout } from '../../core/async/deadline.ts'
import { type CaipNetworkId, isCaipNetworkId } from '../../core/chain/caip.ts'
import type { Clock, KeyValueStore, Logger } from '../../ports.ts'
import { type BitcoinAddress, type BitcoinAddresses, readBitcoinAddresses } from './bitcoin-addresses.ts'
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
    const networks = [...new Set(accounts.map(({ network }) => network))]
    const ask = async (network: CaipNetworkId): Promise<boolean> => {
      const asked = accounts.map(async (one) => {
        if (one.network !== network) return []
        const params = { account: one.address }
        return readBitcoinAddresses(await live.askFor(network, { method: 'getAccountAddresses', params }))
      })
      const answers = await Promise.allSettled(asked)
      // Ignore the answers if the session has ended since, or the wallet has replaced its accounts. In the second case, the caller of
      // `update` asks about the new accounts.
      if (live.isOver || live.bitcoinApproval !== approval) return false
      const told = answers.flatMap((answer) => (answer.status === 'fulfilled' ? answer.value : []))
      const failed = answers.find((answer) => answer.status === 'rejected')
      if (failed) log.debug('The wallet returned no Bitcoin addresses', failed.reason)
      // If a part is missing, keep what was known before.
      const isNew = ({ address }: BitcoinAddress) => !told.some((one) => one.address === address)
      const kept = failed ? (live.bitcoinAddresses.get(network) ?? []).filter(isNew) : []
      if (told.length > 0 || !failed) this.#apply(live, new Map([[network, [...told, ...kept]]]))
      return !failed
    }
    const answers = Promise.all(networks.map(ask)).then((complete) => {
      if (complete.every(Boolean) && !live.isOver && live.bitcoinApproval === approval)
        this.#store(live, approval)
    })
    await withTimeout(clock, patience, () => answers, relayUnreachable).catch(() => {})
  }

  /** Applies and stores the wallet's addresses on the given networks. */
  learn(live: LiveSession, told: BitcoinAddresses): void {
    this.#apply(live, told, live.bitcoinApproval)
  }

  #apply(live: LiveSession, told: BitcoinAddresses, approval?: string): void {
    const changed = live.learn(told)
    this.#store(live, approval)
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

  /** Removes the stored addresses. `topic`: only if they belong to this session, because another tab may have stored its own. */
  forget(topic?: string): void {
    this.#write((storage, key) => {
      const read = () => JSON.parse(storage.get(key) ?? '{}') as { readonly topic?: unknown }
      if (topic === undefined || read().topic === topic) storage.remove(key)
    })
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
