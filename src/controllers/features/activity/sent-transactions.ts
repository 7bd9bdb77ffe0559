import { shownUnits } from '../../../core/amounts/shown-units.ts'
import { tokenSymbol } from '../../../core/amounts/token-symbol.ts'
import { sleep } from '../../../core/async/sleep.ts'
import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { pendingTransactions } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { PastTransaction, PastTransfer } from '../../../core/wallet/past-transaction.ts'
import type { TransactionStatus } from '../../../core/wallet/transaction.ts'
import { transactionWaits } from '../../../core/wallet/transaction-waits.ts'
import type { ActivityDeps, ActivityEvents, SentTransaction } from './activity.ts'
import {
  changedSent,
  removeSent,
  type StoredSent,
  sentId,
  storedSent,
  storeSent,
  updateSent,
} from './stored-sent.ts'

type Deps = Pick<ActivityDeps, 'adapters' | 'network' | 'clock' | 'log' | 'persistence'>
type Status = PastTransaction['status']

interface Listeners {
  changed(): void
  /** `id`: the id of the transaction, with the first hash. See `sentId`. */
  settled(settled: ActivityEvents['settled'], id: string): void
}

/** The state of following one transaction until it is final. */
interface Following {
  readonly life: AbortController
  /** Abort this to read the status at once. */
  pause: AbortController
  /** How many times in a row the status was read without a change. Each such read doubles the pause before the next read. */
  quiet: number
}

/**
 * The transactions that this client sent, at most 99 (S1.9). Transactions that aren't final are stored, and the browser's tabs
 * share them. The client reads the status of each transaction at once, then at growing intervals, and whenever the list is shown.
 * A transaction in a block isn't final at once, because the network can still drop the block.
 */
export class SentTransactions {
  readonly #deps: Deps
  readonly #listeners: Listeners
  readonly #following = new Map<string, Following>()
  readonly #stopWatching: () => void
  /** The ids of listed transactions that another tab signed and may still broadcast. */
  readonly #othersSigned = new Set<string>()
  /** Set by `dispose`. Needed because the engine may get its first transaction after the client was disposed. */
  #disposed = false
  /** The transactions, oldest first. */
  #listed: readonly StoredSent[] = []

  constructor(deps: Deps, listeners: Listeners) {
    this.#deps = deps
    this.#listeners = listeners
    this.#stopWatching = deps.persistence.onExternalChange((key) => {
      if (key !== undefined && key !== 'sent') return
      this.#dropRefused()
      this.#takeStored((stored) => !stored.signed)
    })
  }

  of(account: string): readonly PastTransaction[] {
    return this.#listed.flatMap((each) => (each.account === account ? [each.transaction] : []))
  }

  /**
   * Removes the account's transactions that the data service or a provider now lists. `outcomes` has the listed status by hash.
   * A pending transaction that is listed as confirmed counts as settled. If it is listed as failed, asks a node at once and keeps
   * it until the node confirms this: the list could be wrong, and the visitor would pay again.
   */
  forget(account: string, outcomes: ReadonlyMap<string, PastTransaction['status']>): void {
    const outcomeOf = ({ transaction }: StoredSent) => outcomes.get(transaction.hash.toLowerCase())
    const listed = this.#listed.filter((each) => each.account === account && outcomeOf(each) !== undefined)
    const gone = listed.filter((each) => {
      const { id, status } = each.transaction
      const following = this.#following.get(id)
      if (!following || status !== 'pending' || outcomeOf(each) !== 'failed') return true
      readNow(following)
      return false
    })
    this.#listed = this.#listed.filter((each) => !gone.includes(each))
    for (const sent of gone) {
      const { id, network, hash, status: known } = sent.transaction
      const status = outcomeOf(sent)
      removeSent(this.#deps.persistence, id)
      if (known !== 'pending' && known !== 'unknown') continue
      if (status !== 'confirmed' && status !== 'failed') continue
      const namespace = namespaceOf(network)
      this.#listeners.settled({ account: account as CaipAddress, network, namespace, hash, status }, id)
    }
  }

  /**
   * Lists and stores the transaction, and follows it once it is sent. Adds the transaction's transfer if known. Removes a
   * transaction that was refused, unless an earlier attempt with the same hash may have been sent. Resolves when the transaction
   * is stored.
   */
  async add(sent: SentTransaction): Promise<void> {
    const { network, hash, from, params, step } = sent
    const id = sentId(sent)
    const earlier = this.#listed.find(({ transaction }) => transaction.id === id)
    if (step === 'refused') {
      if (earlier?.signed) this.#remove(id)
      return
    }
    if (step === 'signed' && this.#following.has(id)) return
    const transaction: PastTransaction = {
      id,
      hash,
      network,
      at: this.#deps.clock.now(),
      operation: params ? 'send' : 'execute',
      status: 'pending',
      from: from.slice(network.length + 1),
      to: params?.to,
      transfers: [],
      isPoisoning: false,
    }
    const signed = step && ({ signed: true } as const)
    const storing = this.#put({ account: from, reference: sent.sent?.reference, ...signed, transaction })
    if (signed) return storing
    void this.#transferOf(sent).then((transfer) => {
      if (transfer) this.#change(id, { transfers: [transfer] })
    })
    this.#follow(id, true)
    await storing
  }

  /** Lists and follows the stored transactions of earlier visits and other tabs. */
  resume(): void {
    this.#takeStored(() => true)
  }

  /** Takes over the stored transactions, and reports the outcomes that another tab has found. */
  #takeStored(isMeant: (stored: StoredSent) => boolean): void {
    const before = new Map(this.#listed.map(({ transaction }) => [transaction.id, transaction.status]))
    for (const stored of storedSent(this.#deps.persistence).filter(isMeant)) {
      const { id } = stored.transaction
      const known = this.#listed.find(({ transaction }) => transaction.id === id)
      // Skip a transaction that this tab is broadcasting now.
      if (known?.signed) continue
      if (stored.signed) this.#othersSigned.add(id)
      else this.#othersSigned.delete(id)
      this.#list({ ...stored, signed: undefined })
      if (!this.#following.has(id)) this.#follow(id, false)
    }
    this.#listeners.changed()
    for (const [id, status] of before) this.#report(id, status)
  }

  /** Removes refused transactions of another tab. The other tab signed them, and then removed them from storage. */
  #dropRefused(): void {
    const stored = new Set(storedSent(this.#deps.persistence).map(({ transaction }) => transaction.id))
    for (const { transaction } of this.#listed) {
      const { id, status } = transaction
      if (stored.has(id) || !this.#othersSigned.delete(id)) continue
      // Keep a final transaction in the list. The other tab removed it from storage because it is final.
      if (status !== 'pending' && status !== 'unknown') continue
      this.#following.get(id)?.life.abort()
      this.#listed = this.#listed.filter((each) => each.transaction !== transaction)
    }
  }

  /** Reads the status of the account's transactions that aren't final. */
  look(account: string): void {
    for (const { account: own, transaction } of this.#listed) {
      const following = own === account && this.#following.get(transaction.id)
      if (following) readNow(following)
    }
  }

  dispose(): void {
    this.#disposed = true
    this.#stopWatching()
    for (const { life } of this.#following.values()) life.abort()
  }

  #follow(id: string, isNew: boolean): void {
    if (this.#disposed) return
    this.#following.get(id)?.life.abort()
    const following = { life: new AbortController(), pause: new AbortController(), quiet: 0 }
    this.#following.set(id, following)
    void this.#until(id, following, isNew)
      .catch((error: unknown) => {
        if (!following.life.signal.aborted) this.#deps.log.debug(`${id} can't be followed`, error)
      })
      .finally(() => this.#following.get(id) === following && this.#following.delete(id))
  }

  /** Reads the status of a transaction until it is final. */
  async #until(id: string, following: Following, isNew: boolean): Promise<void> {
    const { signal } = following.life
    const { clock, log } = this.#deps
    let wait = isNew
    // Store what a node knows about the transaction, such as its nonce, before the visitor can leave the page.
    if (isNew) await this.#learn(id, signal)
    for (;;) {
      const stored = this.#listed.find(({ transaction }) => transaction.id === id)
      if (!stored) return
      const status = await this.#read(stored, wait, signal).catch((error: unknown) => {
        if (signal.aborted || isLatchkeyError(error, 'network/not-requested')) throw error
        log.debug(`Reading ${id} failed`, error)
        return undefined
      })
      wait = false
      const known = stored.transaction.status
      if (status) this.#show(id, status)
      if (status?.phase === 'finalized') return removeSent(this.#deps.persistence, id)
      const pause = transactionWaits.reread * 2 ** following.quiet
      const isLong = pause >= transactionWaits.rereadAtMost
      // Stop following a failed or replaced transaction after a long time. Its status could change only if the network dropped
      // the block, and blocks become final within two hours.
      if (isLong && (status?.phase === 'failed' || status?.phase === 'replaced'))
        return removeSent(this.#deps.persistence, id)
      following.quiet = status && listed(status) !== known ? 0 : following.quiet + 1
      following.pause = new AbortController()
      const both = AbortSignal.any([signal, following.pause.signal])
      await sleep(clock, Math.min(pause, transactionWaits.rereadAtMost), both).catch((error: unknown) => {
        if (signal.aborted) throw error
      })
    }
  }

  async #learn(id: string, signal: AbortSignal): Promise<void> {
    const stored = this.#listed.find(({ transaction }) => transaction.id === id)
    const status = stored && (await this.#read(stored, false, signal).catch(() => undefined))
    if (status?.phase === 'pending' && status.reference !== undefined) this.#change(id, {}, status.reference)
  }

  async #read(
    { reference, transaction: { network, hash } }: StoredSent,
    wait: boolean,
    signal: AbortSignal,
  ): Promise<TransactionStatus> {
    const adapter = (await this.#deps.adapters.get(namespaceOf(network))) as ChainAdapter
    const sent = { hash, reference }
    if (!wait) {
      const status = await adapter.getTransactionStatus(network, sent, { signal })
      // If the visitor sent the payment again with another fee, follow the new transaction instead.
      if (status.phase !== 'replaced' || status.reason !== 'repriced') return status
    }
    try {
      return await adapter.waitForTransaction(network, sent, { signal })
    } catch (error) {
      if (isLatchkeyError(error, 'node/transaction-failed')) return { phase: 'failed', reason: error.message }
      if (isLatchkeyError(error, 'node/transaction-unknown')) return { phase: 'unknown' }
      if (!isLatchkeyError(error, 'node/transaction-replaced')) throw error
      return { phase: 'replaced', reason: 'replaced', hash: String(error.values.by) }
    }
  }

  #show(id: string, seen: TransactionStatus): void {
    // Another tab may have found this status while this tab read it.
    const known = this.#listed.find(({ transaction }) => transaction.id === id)
    if (!known) return
    const { reference, transaction } = known
    const status = listed(seen)
    const hash = 'hash' in seen && seen.phase !== 'replaced' ? seen.hash : undefined
    const change = { status, ...(hash !== undefined && { hash }) }
    const learned = ('reference' in seen ? seen.reference : undefined) ?? reference
    if (status === transaction.status && hash === undefined && learned === reference) return
    this.#change(id, change, learned)
    this.#report(id, transaction.status)
  }

  /** Reports the outcome of a transaction if its status has changed. */
  #report(id: string, before: Status): void {
    const sent = this.#listed.find(({ transaction }) => transaction.id === id)
    if (!sent) return
    const { network, hash, status } = sent.transaction
    if (status === before || status === 'pending' || status === 'unknown') return
    const namespace = namespaceOf(network)
    this.#listeners.settled({ account: sent.account as CaipAddress, network, namespace, hash, status }, id)
  }

  async #transferOf({
    from,
    params,
    network,
    namespace,
  }: SentTransaction): Promise<PastTransfer | undefined> {
    const requested: ChainNetwork | undefined = findNetwork(
      this.#deps.network.state.requestedNetworks,
      network,
    )
    if (!params || !requested) return undefined
    try {
      const adapter = (await this.#deps.adapters.get(namespace)) as ChainAdapter
      const unit = params.asset ? await adapter.getBalance(from, params.asset) : requested.nativeCurrency
      const quantity = shownUnits({ ...unit, value: params.amount })
      const [, nft] = /\/erc(?:721|1155):[^/]+\/(\d+)$/.exec(params.asset ?? '') ?? []
      return nft === undefined
        ? { direction: 'out', quantity, symbol: unit.symbol, name: unit.symbol, nft: false }
        : { direction: 'out', quantity, symbol: '', name: `${unit.symbol} #${tokenSymbol(nft)}`, nft: true }
    } catch {
      return undefined
    }
  }

  #remove(id: string): void {
    this.#listed = this.#listed.filter(({ transaction }) => transaction.id !== id)
    removeSent(this.#deps.persistence, id)
    this.#listeners.changed()
  }

  #put(sent: StoredSent): Promise<void> {
    this.#list(sent)
    const storing = storeSent(this.#deps.persistence, sent)
    this.#listeners.changed()
    return storing
  }

  #list(sent: StoredSent): void {
    const others = this.#listed.filter((each) => each.transaction.id !== sent.transaction.id)
    this.#listed = [...others, sent].slice(-pendingTransactions)
  }

  #change(id: string, transaction: Partial<PastTransaction>, reference?: string): void {
    const known = this.#listed.find((each) => each.transaction.id === id)
    if (!known) return
    const change = { transaction, reference }
    this.#listed = this.#listed.map((each) => (each === known ? changedSent(each, change) : each))
    // Final transactions aren't stored.
    if (this.#following.has(id)) updateSent(this.#deps.persistence, id, change)
    this.#listeners.changed()
  }
}

function namespaceOf(network: CaipNetworkId): ChainNamespace {
  return network.slice(0, network.indexOf(':')) as ChainNamespace
}

function readNow(following: Following): void {
  following.quiet = 0
  following.pause.abort()
}

/** Returns the status to show in the list. */
function listed({ phase }: TransactionStatus): Status {
  return phase === 'finalized' ? 'confirmed' : phase
}
