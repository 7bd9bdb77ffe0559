import { formatUnits } from '../../../core/amounts/units.ts'
import { type ChainNetwork, findNetwork } from '../../../core/chain/network.ts'
import { isLatchkeyError } from '../../../core/errors/latchkey-error.ts'
import { pendingTransactions } from '../../../core/limits.ts'
import type { ChainAdapter } from '../../../core/wallet/adapter.ts'
import type { PastTransaction, PastTransfer } from '../../../core/wallet/past-transaction.ts'
import type { ActivityDeps, ActivityEvents, SentTransaction } from './activity.ts'

type Deps = Pick<ActivityDeps, 'adapters' | 'network' | 'clock' | 'log'>

/** Transactions sent through this client, kept until the data service lists them; at most 99 (S1.9). */
export class SentTransactions {
  readonly #deps: Deps
  readonly #changed: () => void
  readonly #waiting = new Set<AbortController>()
  /** Oldest first. */
  #listed: readonly { readonly account: string; readonly transaction: PastTransaction }[] = []

  constructor(deps: Deps, changed: () => void) {
    this.#deps = deps
    this.#changed = changed
  }

  of(account: string): readonly PastTransaction[] {
    return this.#listed.flatMap((each) => (each.account === account ? [each.transaction] : []))
  }

  /** Removes transactions of the account that the service lists by now. */
  forget(account: string, hashes: ReadonlySet<string>): void {
    this.#listed = this.#listed.filter(
      (each) => each.account !== account || !hashes.has(each.transaction.hash.toLowerCase()),
    )
  }

  /** Lists the transaction at once and adds its transfer once known. Resolves when it is confirmed or has failed. */
  async follow(sent: SentTransaction): Promise<ActivityEvents['settled'] | undefined> {
    // One controller each: a signal with a hundred listeners is slow, and Node warns about it.
    const waiting = new AbortController()
    const { signal } = waiting
    this.#waiting.add(waiting)
    const { namespace, network, hash, from, params } = sent
    const { clock, log, adapters } = this.#deps
    const id = `sent:${network}:${hash}`
    this.#put(from, {
      id,
      hash,
      network,
      at: clock.now(),
      operation: params ? 'send' : 'execute',
      status: 'pending',
      from: from.slice(network.length + 1),
      to: params?.to,
      transfers: [],
      isPoisoning: false,
    })
    try {
      const adapter = (await adapters.get(namespace)) as ChainAdapter
      void this.#transferOf(sent, adapter, signal).then((transfer) => {
        if (transfer) this.#change(id, { transfers: [transfer] })
      })
      const status = await outcomeOf(adapter, sent, signal)
      this.#change(id, { status })
      return { account: from, network, hash, status }
    } catch (error) {
      // The transaction may still be confirmed.
      if (!signal.aborted) log.debug(`The outcome of ${hash} is unknown`, error)
      return undefined
    } finally {
      this.#waiting.delete(waiting)
    }
  }

  dispose(): void {
    for (const waiting of this.#waiting) waiting.abort()
  }

  async #transferOf(
    { from, params, network }: SentTransaction,
    adapter: ChainAdapter,
    signal: AbortSignal,
  ): Promise<PastTransfer | undefined> {
    const requested: ChainNetwork | undefined = findNetwork(
      this.#deps.network.state.requestedNetworks,
      network,
    )
    if (!params || !requested) return undefined
    try {
      const unit = params.asset
        ? await adapter.getBalance(from, params.asset, { signal })
        : requested.nativeCurrency
      const quantity = formatUnits(params.amount, unit.decimals)
      return { direction: 'out', quantity, symbol: unit.symbol, name: unit.symbol, nft: false }
    } catch {
      return undefined
    }
  }

  #put(account: string, transaction: PastTransaction): void {
    const others = this.#listed.filter((each) => each.transaction.id !== transaction.id)
    this.#listed = [...others, { account, transaction }].slice(-pendingTransactions)
    this.#changed()
  }

  #change(id: string, change: Partial<PastTransaction>): void {
    this.#listed = this.#listed.map((each) =>
      each.transaction.id === id ? { ...each, transaction: { ...each.transaction, ...change } } : each,
    )
    this.#changed()
  }
}

/**
 * Waits for the outcome.
 * @throws If it stays unknown: the endpoint does not answer, or the network was removed.
 */
async function outcomeOf(
  adapter: ChainAdapter,
  { network, hash, sent = { hash } }: SentTransaction,
  signal: AbortSignal,
): Promise<'confirmed' | 'failed'> {
  try {
    await adapter.waitForTransaction(network, sent, { signal })
    return 'confirmed'
  } catch (error) {
    if (isLatchkeyError(error, 'node/transaction-failed')) return 'failed'
    throw error
  }
}
