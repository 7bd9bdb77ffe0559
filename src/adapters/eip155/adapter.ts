import { isAddressFormat } from '../../core/chain/address.ts'
import {
  type CaipAddress,
  type CaipAssetId,
  type CaipNetworkId,
  parseCaipAddress,
} from '../../core/chain/caip.ts'
import { quantity } from '../../core/chain/eip155.ts'
import { type ChainNetwork, findNetwork, networksOf } from '../../core/chain/network.ts'
import { latchkeyError, throwIfAborted, UnsupportedError } from '../../core/errors/latchkey-error.ts'
import { sharedRuns } from '../../core/shared-run.ts'
import { raceAbort } from '../../core/timing.ts'
import type {
  AdapterContext,
  AdapterEvents,
  Capability,
  ChainAdapter,
  ConnectParams,
  ReconnectParams,
} from '../../core/wallet/adapter.ts'
import type { Connection } from '../../core/wallet/connection.ts'
import type { Connector, ConnectorSession } from '../../core/wallet/connector.ts'
import type { Transaction } from '../../core/wallet/family.ts'
import type {
  Amount,
  FeeEstimate,
  MessageSignature,
  SendParams,
  Sent,
  TransactionStatus,
} from '../../core/wallet/transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { ConnectionBook, type LiveConnection } from '../shared/connection-book.ts'
import { batchRequest, batchStatusFrom, idFrom } from './batch.ts'
import type { ChainHalf } from './chain/chain-half.ts'
import { checksumAddress, receiverAddress } from './checksum.ts'
import { missingPeer } from './missing-peer.ts'
import { checkAmount, checkedCall, invalid, wireCall } from './send-gate.ts'
import { typedDataText } from './typed-data.ts'
import {
  approves,
  askWallet,
  hashFrom,
  hexOf,
  isFinal,
  methodFor,
  moveWallet,
  signatureFrom,
  walletNetwork,
} from './wallet.ts'

type Account = CaipAddress<'eip155'>
type Network = CaipNetworkId<'eip155'>
type Live = LiveConnection<'eip155'>

/** The wallet half of the family: it speaks to wallets without a chain library, and fetches the chain half when a chain is asked. */
export class Eip155Adapter implements ChainAdapter<'eip155'> {
  readonly namespace = 'eip155'
  readonly #context: AdapterContext
  readonly #capabilities: ReadonlySet<Capability>
  readonly #book: ConnectionBook<'eip155'>
  readonly #connecting = sharedRuns<Connection<'eip155'>>()
  readonly #restoring = sharedRuns<Connection<'eip155'> | null>()
  readonly #switching = sharedRuns<ChainNetwork<'eip155'>>()
  /** Account and chain of each transaction that waits in a wallet. */
  readonly #sending = new Set<string>()
  /** What is under way, so that disposal can end it. */
  readonly #calls = new Set<AbortController>()
  #chainHalf: Promise<ChainHalf> | undefined
  #disposed = false

  constructor(context: AdapterContext, capabilities: ReadonlySet<Capability>) {
    this.#context = context
    this.#capabilities = capabilities
    this.#book = new ConnectionBook({
      namespace: 'eip155',
      networks: context.networks,
      log: context.log,
      normalize: checksumAddress,
    })
  }

  on<E extends keyof AdapterEvents<'eip155'>>(
    event: E,
    listener: (payload: AdapterEvents<'eip155'>[E]) => void,
  ) {
    return this.#book.events.on(event, listener)
  }

  connect(params: ConnectParams<'eip155'>, opts?: CallOptions): Promise<Connection<'eip155'>> {
    const { connector, network } = params
    const open = async (signal: AbortSignal) => {
      const networks = networksOf(this.#context.networks, 'eip155').map((known) => known.caipNetworkId)
      const session =
        params.session ?? (await connector.open({ namespaces: ['eip155'], networks }, { signal }))
      try {
        const where = await this.#arrive(session, network, signal)
        return this.#enter(connector, session, where, signal)
      } catch (error) {
        // What was opened for this connection alone is not left open at the wallet.
        const used = this.#book.all().some(({ connectorId }) => connectorId === connector.id)
        if (!params.session && !used) connector.close().catch(() => {})
        throw error
      }
    }
    return this.#run(opts, (signal) => this.#connecting(connector.id, open, signal))
  }

  reconnect(params: ReconnectParams<'eip155'>, opts?: CallOptions): Promise<Connection<'eip155'> | null> {
    const { connector, network, lastAddress } = params
    const restore = async (signal: AbortSignal) => {
      const session = params.session ?? (await connector.restore({ signal }))
      if (!session || this.#book.accounts(session.accounts).length === 0) return null
      return this.#enter(connector, session, this.#where(session) ?? network, signal, lastAddress)
    }
    return this.#run(opts, (signal) => this.#restoring(connector.id, restore, signal))
  }

  /** A connection that is gone already is no error. */
  disconnect(connectionId: string, opts?: CallOptions): Promise<void> {
    return this.#run(opts, async (signal) => {
      await this.#book.remove(connectionId, 'host')?.connector.close({ signal })
    })
  }

  connections(): readonly Connection<'eip155'>[] {
    return this.#book.all()
  }

  supports(capability: Capability, connectionId?: string): boolean {
    if (!this.#capabilities.has(capability)) return false
    if (connectionId === undefined) return true
    const live = this.#book.find(connectionId)
    const method = methodFor[capability]
    return live !== undefined && (method === undefined || approves(live.session, method))
  }

  signMessage(account: Account, message: string | Uint8Array, opts?: CallOptions): Promise<MessageSignature> {
    return this.#run(opts, async (signal) => {
      const params = (address: string) => [hexOf(message), address]
      return this.#sign(account, 'sign.message', params, 'eip191', signal)
    })
  }

  signTypedData(account: Account, typedData: unknown, opts?: CallOptions): Promise<MessageSignature> {
    return this.#run(opts, async (signal) => {
      const text = typedDataText(account, typedData)
      return this.#sign(account, 'sign.typedData', (address) => [address, text], 'eip712', signal)
    })
  }

  switchNetwork(
    connectionId: string,
    network: ChainNetwork<'eip155'>,
    opts?: CallOptions,
  ): Promise<ChainNetwork<'eip155'>> {
    return this.#run(opts, async (outer) => {
      const { session, connection, connector } = this.#book.get(connectionId)
      // The host's own description counts: it is what a wallet may be asked to add.
      const target = this.#requested(network.caipNetworkId)
      const several = session.networks.length > 1 && session.networks.includes(target.caipNetworkId)
      if (!several && !this.supports('network.switch', connectionId))
        throw new UnsupportedError('network.switch', connector.name)
      const change = async (signal: AbortSignal) => {
        if (!several) await moveWallet(session, connection.network, target, signal)
        throwIfAborted(signal)
        this.#book.move(connectionId, target)
        return target
      }
      return this.#switching(`${connectionId} ${target.caipNetworkId}`, change, outer)
    })
  }

  getBalance(account: Account, asset?: CaipAssetId<'eip155'>, opts?: CallOptions): Promise<Amount> {
    return this.#run(opts, async (signal) => {
      const { network, address } = this.#located(account)
      return (await this.#chain()).balance(network, address, asset, { signal })
    })
  }

  estimateFee(params: SendParams<'eip155'>, opts?: CallOptions): Promise<FeeEstimate<'eip155'>> {
    return this.#run(opts, async (signal) => {
      const { network, address } = this.#located(params.from)
      checkAmount(params.amount)
      const to = receiverAddress(params.to)
      return (await this.#chain()).estimateFee(network, address, { ...params, to }, { signal })
    })
  }

  getTransactionStatus(network: Network, sent: Sent, opts?: CallOptions): Promise<TransactionStatus> {
    return this.#run(opts, async (signal) => {
      const requested = this.#requested(network)
      return (await this.#chain()).status(requested, sent.hash, { signal })
    })
  }

  send(params: SendParams<'eip155'>, opts?: CallOptions): Promise<Sent> {
    return this.#run(opts, async (signal) => {
      const { network, address } = this.#located(params.from)
      checkAmount(params.amount)
      const to = receiverAddress(params.to)
      const capability = params.asset ? 'send.token' : 'send.native'
      const build = async () =>
        (await this.#chain()).transfer(network, address, { ...params, to }, { signal })
      return this.#deliver(params.from, capability, build, signal)
    })
  }

  sendTransaction(account: Account, transaction: Transaction<'eip155'>, opts?: CallOptions): Promise<Sent> {
    return this.#run(opts, async (signal) => {
      const checked = checkedCall(transaction)
      return this.#deliver(account, 'send.transaction', async () => checked, signal)
    })
  }

  sendBatch(
    account: Account,
    calls: readonly Transaction<'eip155'>[],
    opts?: CallOptions,
  ): Promise<{ readonly id: string }> {
    return this.#run(opts, async (signal) => {
      if (calls.length === 0) throw invalid('calls', 'expected at least one')
      const wire = calls.map((call) => wireCall(checkedCall(call)))
      return this.#exclusive(account, 'send.batch', signal, async (live, from, network) => {
        await this.#confirmNetwork(live, network, signal)
        throwIfAborted(signal)
        const request = batchRequest(network, from, wire)
        const answer = await askWallet(live.session, network, 'wallet_sendCalls', [request])
        return () => ({ id: idFrom(answer) })
      })
    })
  }

  getBatchStatus(network: Network, id: string, opts?: CallOptions): Promise<TransactionStatus> {
    return this.#run(opts, async (signal) => {
      const connections = this.#book.all()
      const on = connections.find((each) => each.network.caipNetworkId === network) ?? connections[0]
      if (!on) throw latchkeyError('connection/not-connected')
      if (!this.supports('send.batch', on.id)) throw new UnsupportedError('send.batch', on.connectorId)
      const { session } = this.#book.get(on.id)
      return batchStatusFrom(askWallet(session, network, 'wallet_getCallsStatus', [id], signal))
    })
  }

  isAddress(value: string): boolean {
    return isAddressFormat('eip155', value)
  }

  /** Ends what is under way with `flow/aborted`; later calls reject with `config/disposed`. Sessions stay open. */
  async dispose(): Promise<void> {
    this.#disposed = true
    for (const call of this.#calls) call.abort()
    this.#book.dispose()
  }

  /** The frame of every call: it ends, at once, when its caller aborts or the adapter is disposed of. */
  async #run<T>(opts: CallOptions | undefined, run: (signal: AbortSignal) => Promise<T>): Promise<T> {
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

  /** Where the wallet is once it has been asked to come; a visitor who approved us may still decline to move. */
  async #arrive(session: ConnectorSession, network: ChainNetwork<'eip155'>, signal: AbortSignal) {
    if (session.networks.includes(network.caipNetworkId)) return network
    try {
      if (approves(session, 'wallet_switchEthereumChain')) {
        await moveWallet(session, this.#where(session) ?? network, network, signal)
        return network
      }
    } catch (error) {
      const declined = error instanceof Error && 'code' in error && error.code === 'wallet/user-rejected'
      if (isFinal(error) && !declined) throw error
      this.#context.log.debug('The wallet stays on its network', error)
    }
    return this.#where(session) ?? network
  }

  #where(session: ConnectorSession): ChainNetwork<'eip155'> | undefined {
    const id = session.networks.find((known) => known.startsWith('eip155:'))
    return id && this.#book.network(id as Network)
  }

  #enter(
    connector: Connector,
    session: ConnectorSession,
    network: ChainNetwork<'eip155'>,
    signal: AbortSignal,
    firstAddress?: string,
  ): Connection<'eip155'> {
    throwIfAborted(signal)
    const wanted = firstAddress === undefined ? undefined : checksumAddress(firstAddress)
    const accounts = this.#book.accounts(session.accounts)
    const [first, ...rest] = [
      ...accounts.filter(({ address }) => address === wanted),
      ...accounts.filter(({ address }) => address !== wanted),
    ]
    if (!first) throw latchkeyError('connection/no-accounts')
    return this.#book.add(connector, session, [first, ...rest], network)
  }

  /** @throws `caip/invalid-address`, `network/not-requested`, `validation/invalid-address` */
  #located(account: Account) {
    const { networkId, address: text } = parseCaipAddress(account)
    const network = this.#requested(networkId)
    const address = checksumAddress(text)
    if (!address)
      throw latchkeyError('validation/invalid-address', {
        values: { reason: `${text} is no eip155 address` },
      })
    return { network, address }
  }

  #requested(id: Network): ChainNetwork<'eip155'> {
    const network = findNetwork(this.#context.networks, id)
    if (network?.chainNamespace !== 'eip155')
      throw latchkeyError('network/not-requested', { values: { network: id } })
    return network as ChainNetwork<'eip155'>
  }

  #require(account: Account, capability: Capability): Live {
    const live = this.#book.holding(account)
    if (!this.supports(capability, live.connection.id))
      throw new UnsupportedError(capability, live.connector.name)
    return live
  }

  async #sign(
    account: Account,
    capability: 'sign.message' | 'sign.typedData',
    params: (address: string) => readonly unknown[],
    scheme: 'eip191' | 'eip712',
    signal: AbortSignal,
  ): Promise<MessageSignature> {
    const { session } = this.#require(account, capability)
    const { address, networkId } = parseCaipAddress(account)
    const method = methodFor[capability] ?? ''
    const answer = await askWallet(session, networkId, method, params(address), signal)
    return { signature: signatureFrom(answer, method), encoding: 'hex', scheme }
  }

  #deliver(
    account: Account,
    capability: Capability,
    build: () => Promise<Transaction<'eip155'>>,
    signal: AbortSignal,
  ): Promise<Sent> {
    return this.#exclusive(account, capability, signal, async (live, from, network) => {
      const call = wireCall(await build())
      await this.#confirmNetwork(live, network, signal)
      throwIfAborted(signal)
      const chainId = quantity(parseCaipAddress(account).reference)
      const request = { ...call, from, chainId }
      const answer = await askWallet(live.session, network, 'eth_sendTransaction', [request])
      if (signal.aborted)
        this.#context.log.warn('A transaction was approved after its caller had left', answer)
      return () => {
        const hash = hashFrom(answer, 'eth_sendTransaction')
        this.#book.events.emit('transactionSent', { connectionId: live.connection.id, hash, network })
        return { hash }
      }
    })
  }

  /** The wallet may have moved since the visitor looked. */
  async #confirmNetwork(live: Live, expected: Network, signal: AbortSignal): Promise<void> {
    const actual = await walletNetwork(live.session, expected, signal)
    if (actual === expected) return
    this.#book.move(live.connection.id, this.#book.network(actual))
    throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
  }

  /**
   * Lets one transaction of an account and chain wait in the wallet at a time. A caller who aborts leaves at once, but the
   * place stays taken until the wallet has answered, since its prompt cannot be recalled.
   */
  #exclusive<T>(
    account: Account,
    capability: Capability,
    signal: AbortSignal,
    run: (live: Live, from: string, network: Network) => Promise<() => T>,
  ): Promise<T> {
    const live = this.#require(account, capability)
    const { network, address } = this.#located(account)
    const expected = network.caipNetworkId
    const actual = live.connection.network.caipNetworkId
    if (actual !== expected && live.session.networks.length < 2)
      throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
    const place = `${expected}:${address}`
    if (this.#sending.has(place)) throw latchkeyError('wallet/send-in-progress')
    this.#sending.add(place)
    const turn = run(live, address, expected).finally(() => this.#sending.delete(place))
    return raceAbort(turn, signal).then((finish) => finish())
  }

  #chain(): Promise<ChainHalf> {
    this.#chainHalf ??= import('./chain/chain-half.ts').then(
      ({ ChainHalf }) => new ChainHalf(this.#context),
      (error) => {
        this.#chainHalf = undefined
        throw missingPeer(error)
      },
    )
    return this.#chainHalf
  }
}
