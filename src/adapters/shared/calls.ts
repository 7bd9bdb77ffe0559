import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorSession } from '../../core/wallet/connector.ts'
import type { SentTransaction } from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import type { Connections, Holder, LiveConnection } from './connections.ts'
import type { TabLocks } from './tab-locks.ts'

/** The context of one call for an account: its network, its connection, and the signal that ends the call. */
export interface AccountCall<N extends ChainNamespace, C> {
  readonly network: ChainNetwork<N>
  readonly account: AccountRecord<N>
  /** The account's address, normalized for the network. */
  readonly address: string
  readonly connectionId: string
  readonly session: ConnectorSession
  readonly signal: AbortSignal
  /** Loads the chain class: the family's code for reads and broadcasts. @throws `config/peer-missing`, `adapter/load-error` */
  chain(): Promise<C>
  /** Resolves with the wallet's answer. Rejects if the session ends first, because no answer can come after that. */
  answer<T>(asked: Promise<T>): Promise<T>
  /**
   * Checks that the wallet is still on the network that the page showed. @throws `network/wrong-chain` if the wallet has
   * switched; `flow/aborted`
   */
  confirmNetwork(): Promise<void>
  /**
   * Returns the context for the same call with another signal, to run the call again later.
   * @throws `connection/account-not-connected` if the session has ended or no longer shows the account.
   */
  later(signal: AbortSignal): AccountCall<N, C>
  /**
   * Stores the hash of a transaction that the wallet signed. Await this call directly before the broadcast.
   * @throws `flow/aborted` if the caller has aborted. Don't broadcast in this case.
   */
  onSigned?(sent: SentTransaction): Promise<void>
  /** Call this directly before a wallet that sends by itself gets a transaction. */
  onAsk?(): void
}

export interface CallsOptions<N extends ChainNamespace, C> {
  readonly connections: Connections<N>
  chain(): Promise<C>
  walletNetwork?(
    session: ConnectorSession,
    expected: CaipNetworkId<N>,
    signal: AbortSignal,
  ): Promise<CaipNetworkId<N>>
  /** The locks that a page's tabs share. Absent outside a browser. */
  readonly locks?: TabLocks | undefined
}

/**
 * The running calls of an adapter. A call ends early if its caller aborts or if the adapter is disposed. On each network, an
 * account sends one transaction at a time.
 */
export class Calls<N extends ChainNamespace, C> {
  readonly #options: CallsOptions<N, C>
  readonly #running = new Set<AbortController>()
  /** The networks and accounts with a transaction that is waiting in a wallet now. */
  readonly #sending = new Set<string>()
  #disposed = false

  constructor(options: CallsOptions<N, C>) {
    this.#options = options
  }

  /** Runs `body`. Rejects at once when the caller aborts or the adapter is disposed. @throws `config/disposed`, `flow/aborted` */
  async run<T>(opts: CallOptions | undefined, body: (signal: AbortSignal) => Promise<T>): Promise<T> {
    if (this.#disposed) throw latchkeyError('config/disposed')
    throwIfAborted(opts?.signal)
    const call = new AbortController()
    const abort = () => call.abort(opts?.signal?.reason)
    this.#running.add(call)
    opts?.signal?.addEventListener('abort', abort)
    try {
      return await raceAbort(body(call.signal), call.signal)
    } finally {
      this.#running.delete(call)
      opts?.signal?.removeEventListener('abort', abort)
    }
  }

  /**
   * Returns the context of a call for an account.
   * @param through The only connection to use. Default: any connection.
   * @throws `connection/account-not-connected` if no wallet approved the account for its network.
   */
  scope(account: CaipAddress<N>, signal: AbortSignal, through?: string): AccountCall<N, C> {
    return this.#scopeOf(this.#options.connections.holding(account, through), signal)
  }

  #scopeOf(holder: Holder<N>, signal: AbortSignal): AccountCall<N, C> {
    const { connections, chain } = this.#options
    const { live, record, network } = holder
    return {
      network,
      account: record,
      address: record.address,
      connectionId: live.connection.id,
      session: live.session,
      signal,
      chain,
      answer: (asked) => untilSessionEnds(live, asked),
      confirmNetwork: () => this.#confirmNetwork(live, network, signal),
      later: (another) => this.#scopeOf(connections.stillHolding(holder), another),
    }
  }

  /**
   * Runs `work`. Allows one such call per account and network at a time, across all tabs of the
   * page. If the caller aborts, the call rejects at once. The account still stays busy until the
   * wallet answers, because a wallet prompt can't be canceled.
   * @throws `network/wrong-chain`, `wallet/send-in-progress`
   */
  exclusive<T>(call: AccountCall<N, C>, work: () => Promise<T>): Promise<T> {
    const { network, address, session, connectionId } = call
    const expected = network.caipNetworkId
    const actual = this.#options.connections.get(connectionId).connection.network.caipNetworkId
    if (actual !== expected && session.networks.length < 2)
      throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
    const key = `${expected}:${address}`
    if (this.#sending.has(key)) throw latchkeyError('wallet/send-in-progress')
    this.#sending.add(key)
    return raceAbort(
      this.#withTabLock(key, work).finally(() => this.#sending.delete(key)),
      call.signal,
    )
  }

  /** Runs `work` unless another tab has the lock. @throws `wallet/send-in-progress` */
  async #withTabLock<T>(key: string, work: () => Promise<T>): Promise<T> {
    const { locks } = this.#options
    if (!locks) return work()
    let begun = false
    try {
      return await locks.request(`latchkey sending ${key}`, { ifAvailable: true }, async (lock) => {
        if (!lock) throw latchkeyError('wallet/send-in-progress')
        begun = true
        return work()
      })
    } catch (error) {
      if (begun || isLatchkeyError(error)) throw error
      // Browsers refuse locks to a page with an opaque origin. Such a page can't coordinate with other tabs. So run the call
      // without a lock.
      return work()
    }
  }

  /** Aborts all calls with `flow/aborted`. Later calls reject with `config/disposed`. */
  dispose(): void {
    this.#disposed = true
    for (const call of this.#running) call.abort()
  }

  async #confirmNetwork(
    live: LiveConnection<N>,
    { caipNetworkId: expected }: ChainNetwork<N>,
    signal: AbortSignal,
  ) {
    const { connections, walletNetwork } = this.#options
    const actual = (await walletNetwork?.(live.session, expected, signal)) ?? expected
    throwIfAborted(signal)
    if (actual === expected) return
    connections.move(live.connection.id, connections.network(actual))
    throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
  }
}

async function untilSessionEnds<T>(
  { connector }: Pick<LiveConnection<never>, 'connector'>,
  asked: Promise<T>,
): Promise<T> {
  let release = () => {}
  const closed = new Promise<never>((_, reject) => {
    release = connector.on('closed', () => reject(latchkeyError('wallet/closed-during-request')))
  })
  try {
    return await Promise.race([asked, closed])
  } finally {
    release()
  }
}
