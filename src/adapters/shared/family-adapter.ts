import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import { sharedRuns } from '../../core/async/shared-run.ts'
import {
  type CaipAddress,
  type CaipAssetId,
  type CaipNetworkId,
  parseCaipAddress,
} from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { type ChainNetwork, findNetwork, networksOf } from '../../core/chain/network.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type {
  AdapterContext,
  AdapterEvents,
  Capability,
  ChainAdapter,
  ConnectParams,
  ReconnectParams,
} from '../../core/wallet/adapter.ts'
import type { AccountRecord, Connection } from '../../core/wallet/connection.ts'
import type { Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { MessageOptions } from '../../core/wallet/family.ts'
import type {
  Amount,
  FeeEstimate,
  MessageSignature,
  SendParams,
  Sent,
  SettledTransaction,
  TransactionStatus,
} from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { ConnectionBook, type LiveConnection } from './connection-book.ts'
import type { Family, FamilyChain, Place } from './family.ts'
import { missingPeer } from './missing-peer.ts'
import { approves, isFinal } from './wallet-says.ts'

/**
 * What the adapters of all families share: connections and their events, the frame of every call, the way to the chain
 * half, one send at a time. A family adds how its wallets are spoken to.
 */
export abstract class FamilyAdapter<N extends ChainNamespace, C extends FamilyChain<N> = FamilyChain<N>>
  implements ChainAdapter<N>
{
  readonly namespace: N
  protected readonly context: AdapterContext
  protected readonly book: ConnectionBook<N>
  readonly #family: Family<N, C>
  readonly #capabilities: ReadonlySet<Capability>
  readonly #connecting = sharedRuns<Connection<N>>()
  readonly #restoring = sharedRuns<Connection<N> | null>()
  readonly #switching = sharedRuns<ChainNetwork<N>>()
  /** Account and chain of each transaction that waits in a wallet. */
  readonly #sending = new Set<string>()
  /** What is under way, so that disposal can end it. */
  readonly #calls = new Set<AbortController>()
  #chainHalf: Promise<C> | undefined
  #disposed = false

  constructor(family: Family<N, C>, context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    const { namespace, normalize } = family
    this.namespace = namespace
    this.context = context
    this.#family = family
    this.#capabilities = capabilities
    this.book = new ConnectionBook({ namespace, networks: context.networks, log: context.log, normalize })
  }

  // ---- What a family adds ----

  abstract signMessage(
    account: CaipAddress<N>,
    message: string | Uint8Array,
    opts?: CallOptions & MessageOptions<N>,
  ): Promise<MessageSignature>

  /**
   * The parameters of a send with the receiver in its canonical spelling.
   * @throws `validation/invalid-address`, `validation/invalid-amount`, `validation/invalid-input`
   */
  protected abstract checked(params: SendParams<N>, network: ChainNetwork<N>): SendParams<N>

  /** Carries out a checked send, usually by `deliver`. */
  protected abstract transfer(
    params: SendParams<N>,
    from: Omit<Place<N>, 'live'>,
    signal: AbortSignal,
  ): Promise<Sent>

  /**
   * Has the wallet move, and looks whether it did; it throws where it cannot. A family whose wallets are on no network of
   * their own leaves this out: then the connection alone moves.
   */
  protected async move(
    _session: ConnectorSession,
    _from: ChainNetwork<N>,
    _to: ChainNetwork<N>,
    _signal: AbortSignal,
  ): Promise<void> {}

  /** The accounts of a session on a network, the selected one first. `known` are those that it showed before. */
  protected async accountsOn(
    _session: ConnectorSession,
    _network: ChainNetwork<N>,
    known: readonly AccountRecord[],
    _signal: AbortSignal,
  ): Promise<readonly AccountRecord[]> {
    return known
  }

  /** Where the wallet would carry out a request for `expected`. Asks the wallet, where it has a network of its own. */
  protected async walletNetwork(
    _session: ConnectorSession,
    expected: CaipNetworkId<N>,
    _signal: AbortSignal,
  ): Promise<CaipNetworkId<N>> {
    return expected
  }

  // ---- Connections ----

  on<E extends keyof AdapterEvents<N>>(event: E, listener: (payload: AdapterEvents<N>[E]) => void) {
    return this.book.events.on(event, listener)
  }

  connect(params: ConnectParams<N>, opts?: CallOptions): Promise<Connection<N>> {
    const { connector, network, accountType } = params
    const { namespace } = this
    const open = async (signal: AbortSignal) => {
      const networks = networksOf(this.context.networks, namespace).map((known) => known.caipNetworkId)
      const session =
        params.session ?? (await connector.open({ namespaces: [namespace], networks }, { signal }))
      try {
        const where = await this.#arrive(session, network, signal)
        return await this.#enter(connector, session, where, signal, ({ type }) => type === accountType)
      } catch (error) {
        // What was opened for this connection alone is not left open at the wallet.
        const used = this.book.all().some(({ connectorId }) => connectorId === connector.id)
        if (!params.session && !used) connector.close().catch(() => {})
        throw error
      }
    }
    return this.run(opts, (signal) => this.#connecting(connector.id, open, signal))
  }

  reconnect(params: ReconnectParams<N>, opts?: CallOptions): Promise<Connection<N> | null> {
    const { connector, network, lastAddress } = params
    const restore = async (signal: AbortSignal) => {
      const session = params.session ?? (await connector.restore({ signal }))
      if (!session || this.book.accounts(session.accounts).length === 0) return null
      const covered = session.networks.includes(network.caipNetworkId)
      const where = covered ? network : (this.#where(session) ?? network)
      const last = lastAddress === undefined ? undefined : this.#family.normalize(lastAddress, where)
      return this.#enter(connector, session, where, signal, ({ address }) => address === last)
    }
    return this.run(opts, (signal) => this.#restoring(connector.id, restore, signal))
  }

  /** A connection that is gone already is no error. */
  disconnect(connectionId: string, opts?: CallOptions): Promise<void> {
    return this.run(opts, async (signal) => {
      await this.book.remove(connectionId, 'host')?.connector.close({ signal })
    })
  }

  connections(): readonly Connection<N>[] {
    return this.book.all()
  }

  supports(capability: Capability, connectionId?: string): boolean {
    if (connectionId === undefined) return this.#capabilities.has(capability)
    const live = this.book.find(connectionId)
    return live !== undefined && this.#can(live.session, capability)
  }

  switchNetwork(
    connectionId: string,
    network: ChainNetwork<N>,
    opts?: CallOptions,
  ): Promise<ChainNetwork<N>> {
    return this.run(opts, async (outer) => {
      const { session, connection, connector } = this.book.get(connectionId)
      // The host's own description counts: it is what a wallet may be asked to add.
      const target = this.requested(network.caipNetworkId)
      const several = session.networks.length > 1 && session.networks.includes(target.caipNetworkId)
      if (!several && !this.supports('network.switch', connectionId))
        throw latchkeyError('adapter/unsupported', {
          values: { capability: 'network.switch', subject: connector.name },
        })
      const change = async (signal: AbortSignal) => {
        if (!several) await this.move(session, connection.network, target, signal)
        throwIfAborted(signal)
        const known = this.book.get(connectionId).connection.accounts
        const accounts = await this.accountsOn(session, target, known, signal)
        throwIfAborted(signal)
        if (this.book.accounts(accounts, target).length === 0)
          throw latchkeyError('adapter/unsupported', {
            values: {
              capability: 'network.switch',
              subject: `${connector.name} (choose ${target.name} in the wallet, then connect again)`,
            },
          })
        this.book.move(connectionId, target, accounts)
        return target
      }
      return this.#switching(`${connectionId} ${target.caipNetworkId}`, change, outer)
    })
  }

  // ---- The chain ----

  getBalance(account: CaipAddress<N>, asset?: CaipAssetId<N>, opts?: CallOptions): Promise<Amount> {
    return this.run(opts, async (signal) => {
      const { network, address } = this.located(account)
      return (await this.chain()).balance(network, address, asset, { signal })
    })
  }

  estimateFee(params: SendParams<N>, opts?: CallOptions): Promise<FeeEstimate<N>> {
    return this.run(opts, async (signal) => {
      const { network, address } = this.located(params.from)
      const checked = this.checked(params, network)
      return (await this.chain()).estimateFee(network, address, checked, { signal })
    })
  }

  getTransactionStatus(
    network: CaipNetworkId<N>,
    sent: Sent,
    opts?: CallOptions,
  ): Promise<TransactionStatus> {
    return this.run(opts, async (signal) => {
      const requested = this.requested(network)
      return (await this.chain()).status(requested, sent, { signal })
    })
  }

  waitForTransaction(
    network: CaipNetworkId<N>,
    sent: Sent,
    opts?: CallOptions & { readonly until?: SettledTransaction['phase'] | undefined },
  ): Promise<SettledTransaction> {
    return this.run(opts, async (signal) => {
      const requested = this.requested(network)
      const [{ settled }, chain] = await Promise.all([import('./settled.ts'), this.chain()])
      const read = () => chain.status(requested, sent, { signal })
      return settled(read, { clock: this.context.clock, until: opts?.until, signal })
    })
  }

  send(params: SendParams<N>, opts?: CallOptions): Promise<Sent> {
    return this.run(opts, async (signal) => {
      const from = this.located(params.from)
      return this.transfer(this.checked(params, from.network), from, signal)
    })
  }

  isAddress(value: string): boolean {
    return this.#family.normalize(value) !== undefined
  }

  /** Ends what is under way with `flow/aborted`; later calls reject with `config/disposed`. Sessions stay open. */
  async dispose(): Promise<void> {
    this.#disposed = true
    for (const call of this.#calls) call.abort()
    this.book.dispose()
  }

  // ---- What a family builds its calls from ----

  /** The frame of every call: it ends, at once, when its caller aborts or the adapter is disposed of. */
  protected async run<T>(
    opts: CallOptions | undefined,
    run: (signal: AbortSignal) => Promise<T>,
  ): Promise<T> {
    if (this.#disposed) throw latchkeyError('config/disposed')
    throwIfAborted(opts?.signal)
    const call = new AbortController()
    const abort = () => call.abort(opts?.signal?.reason)
    this.#calls.add(call)
    opts?.signal?.addEventListener('abort', abort)
    try {
      return await raceAbort(run(call.signal), call.signal)
    } finally {
      this.#calls.delete(call)
      opts?.signal?.removeEventListener('abort', abort)
    }
  }

  /** @throws `caip/invalid-address`, `network/not-requested`, `validation/invalid-address` */
  protected located(account: CaipAddress<N>): Omit<Place<N>, 'live'> {
    const { networkId, address: text } = parseCaipAddress(account)
    const network = this.requested(networkId)
    const address = this.#family.normalize(text, network)
    if (!address)
      throw latchkeyError('validation/invalid-address', {
        values: { reason: `${text} is no ${this.namespace} address` },
      })
    return { network, address }
  }

  /** @throws `network/not-requested` */
  protected requested(id: CaipNetworkId<N>): ChainNetwork<N> {
    const network = findNetwork(this.context.networks, id)
    if (network?.chainNamespace !== this.namespace)
      throw latchkeyError('network/not-requested', { values: { network: id } })
    return network as ChainNetwork<N>
  }

  /** @throws `connection/account-not-connected`; `adapter/unsupported` for what its wallet did not approve. */
  protected require(account: CaipAddress<N>, capability: Capability): LiveConnection<N> {
    const live = this.book.holding(account)
    if (!this.supports(capability, live.connection.id))
      throw latchkeyError('adapter/unsupported', { values: { capability, subject: live.connector.name } })
    return live
  }

  /** @throws `network/wrong-chain` when the wallet has moved since the visitor looked. */
  protected async confirmNetwork({ live, network }: Place<N>, signal: AbortSignal): Promise<void> {
    const expected = network.caipNetworkId
    const actual = await this.walletNetwork(live.session, expected, signal)
    throwIfAborted(signal)
    if (actual === expected) return
    this.book.move(live.connection.id, this.book.network(actual))
    throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
  }

  /**
   * Lets one transaction of an account and chain wait in the wallet at a time. A caller who aborts leaves at once, but the
   * place stays taken until the wallet has answered, since its prompt cannot be recalled. What `turn` returns is called
   * when the caller is still there.
   */
  protected exclusive<T>(
    account: CaipAddress<N>,
    capability: Capability,
    signal: AbortSignal,
    turn: (place: Place<N>) => Promise<() => T>,
  ): Promise<T> {
    const live = this.require(account, capability)
    const { network, address } = this.located(account)
    const expected = network.caipNetworkId
    const actual = live.connection.network.caipNetworkId
    if (actual !== expected && live.session.networks.length < 2)
      throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
    const key = `${expected}:${address}`
    if (this.#sending.has(key)) throw latchkeyError('wallet/send-in-progress')
    this.#sending.add(key)
    const done = turn({ live, address, network }).finally(() => this.#sending.delete(key))
    return raceAbort(done, signal).then((finish) => finish())
  }

  /**
   * Sends one transaction: `turn` builds it, has it approved (and submits it, where the family's wallets only sign) and
   * gives the answer; `sentFrom` reads what was sent from it.
   */
  protected deliver<A>(
    account: CaipAddress<N>,
    capability: Capability,
    signal: AbortSignal,
    turn: (place: Place<N>) => Promise<A>,
    sentFrom: (answer: A) => Sent,
  ): Promise<Sent> {
    return this.exclusive(account, capability, signal, async (place) => {
      const answer = await turn(place)
      if (signal.aborted)
        this.context.log.warn('A transaction was approved after its caller had left', answer)
      return () => {
        const sent = sentFrom(answer)
        const { live, network } = place
        this.book.events.emit('transactionSent', {
          connectionId: live.connection.id,
          hash: sent.hash,
          network: network.caipNetworkId,
        })
        return sent
      }
    })
  }

  /** @throws `config/peer-missing`, `adapter/load-error` */
  protected chain(): Promise<C> {
    this.#chainHalf ??= this.#family.loadChain(this.context).catch((error) => {
      this.#chainHalf = undefined
      throw isLatchkeyError(error) ? error : missingPeer(this.namespace, this.#family.peers, error)
    })
    return this.#chainHalf
  }

  // ---- Its own ----

  #can(session: ConnectorSession, capability: Capability): boolean {
    const names = this.#family.approvals[capability]
    return (
      this.#capabilities.has(capability) &&
      (names === undefined || approves(session, this.namespace, ...names))
    )
  }

  /** Where the wallet is once it has been asked to come; a visitor who approved us may still decline to move. */
  async #arrive(session: ConnectorSession, network: ChainNetwork<N>, signal: AbortSignal) {
    if (session.networks.includes(network.caipNetworkId)) return network
    const where = this.#where(session) ?? network
    try {
      if (this.#can(session, 'network.switch')) {
        await this.move(session, where, network, signal)
        const accounts = await this.accountsOn(session, network, session.accounts, signal)
        return this.book.accounts(accounts, network).length > 0 ? network : where
      }
    } catch (error) {
      if (isFinal(error) && !isLatchkeyError(error, 'wallet/user-rejected')) throw error
      this.context.log.debug('The wallet stays on its network', error)
    }
    return where
  }

  #where(session: ConnectorSession): ChainNetwork<N> | undefined {
    const id = session.networks.find((known) => known.startsWith(`${this.namespace}:`))
    return id && this.book.network(id as CaipNetworkId<N>)
  }

  async #enter(
    connector: Connector,
    session: ConnectorSession,
    network: ChainNetwork<N>,
    signal: AbortSignal,
    isFirst: (account: AccountRecord<N>) => boolean,
  ): Promise<Connection<N>> {
    const shown = await this.accountsOn(session, network, session.accounts, signal)
    throwIfAborted(signal)
    const accounts = this.book.accounts(shown, network)
    const [first, ...rest] = [...accounts.filter(isFirst), ...accounts.filter((one) => !isFirst(one))]
    if (!first) throw latchkeyError('connection/no-accounts')
    return this.book.add(connector, session, [first, ...rest], network)
  }
}
