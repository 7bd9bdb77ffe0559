import { isAddressFormat } from '../../core/chain/address.ts'
import {
  type CaipAddress,
  type CaipAssetId,
  type CaipNetworkId,
  parseCaipAddress,
} from '../../core/chain/caip.ts'
import { bytesPattern, quantity } from '../../core/chain/eip155.ts'
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

const maxUint256 = 2n ** 256n - 1n

/** The wallet half of the family: it speaks to wallets without a chain library, and fetches the chain half when a chain is asked. */
export class Eip155Adapter implements ChainAdapter<'eip155'> {
  readonly namespace = 'eip155'
  readonly #context: AdapterContext
  readonly #capabilities: ReadonlySet<Capability>
  readonly #book: ConnectionBook<'eip155'>
  readonly #connecting = sharedRuns<Connection<'eip155'> | null>()
  readonly #switching = sharedRuns<ChainNetwork<'eip155'>>()
  /** Account and chain of each transaction that waits in a wallet. */
  readonly #sending = new Set<string>()
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

  async connect(params: ConnectParams<'eip155'>, opts: CallOptions = {}): Promise<Connection<'eip155'>> {
    const { connector, network } = params
    const connection = await this.#connecting(
      `open ${connector.id}`,
      async (signal) => {
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
      },
      opts.signal,
    )
    if (!connection) throw latchkeyError('connection/no-accounts')
    return connection
  }

  reconnect(params: ReconnectParams<'eip155'>, opts: CallOptions = {}): Promise<Connection<'eip155'> | null> {
    const { connector, network } = params
    return this.#connecting(
      `restore ${connector.id}`,
      async (signal) => {
        const session = params.session ?? (await connector.restore({ signal }))
        if (!session || this.#book.accounts(session.accounts).length === 0) return null
        return this.#enter(connector, session, this.#where(session) ?? network, signal, params.lastAddress)
      },
      opts.signal,
    )
  }

  async disconnect(connectionId: string, opts?: CallOptions): Promise<void> {
    const { connector } = this.#book.get(connectionId)
    this.#book.remove(connectionId, 'host')
    await connector.close(opts)
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

  async signMessage(
    account: Account,
    message: string | Uint8Array,
    opts?: CallOptions,
  ): Promise<MessageSignature> {
    return this.#sign(account, 'sign.message', (address) => [hexOf(message), address], 'eip191', opts)
  }

  async signTypedData(account: Account, typedData: unknown, opts?: CallOptions): Promise<MessageSignature> {
    const text = typedDataText(account, typedData)
    return this.#sign(account, 'sign.typedData', (address) => [address, text], 'eip712', opts)
  }

  async switchNetwork(
    connectionId: string,
    network: ChainNetwork<'eip155'>,
    opts: CallOptions = {},
  ): Promise<ChainNetwork<'eip155'>> {
    const { session, connection, connector } = this.#book.get(connectionId)
    // The host's own description counts: it is what a wallet may be asked to add.
    const target = this.#requested(network.caipNetworkId)
    const several = session.networks.length > 1 && session.networks.includes(target.caipNetworkId)
    if (!several && !this.supports('network.switch', connectionId))
      throw new UnsupportedError('network.switch', connector.name)
    return this.#switching(
      `${connection.id} ${target.caipNetworkId}`,
      async (signal) => {
        if (!several) await moveWallet(session, target, { signal })
        throwIfAborted(signal)
        this.#book.move(connectionId, target)
        return target
      },
      opts.signal,
    )
  }

  async getBalance(account: Account, asset?: CaipAssetId<'eip155'>, opts?: CallOptions): Promise<Amount> {
    const { address, networkId } = parseCaipAddress(account)
    const owner = checksumAddress(address)
    const network = this.#requested(networkId)
    if (!owner) throw latchkeyError('validation/invalid-address', { values: { reason: 'not an address' } })
    return (await this.#chain()).balance(network, owner, asset, opts)
  }

  async estimateFee(params: SendParams<'eip155'>, opts?: CallOptions): Promise<FeeEstimate<'eip155'>> {
    const { from, network, to } = this.#checked(params)
    return (await this.#chain()).estimateFee(network, { ...params, to }, from, opts)
  }

  async getTransactionStatus(network: Network, sent: Sent, opts?: CallOptions): Promise<TransactionStatus> {
    const requested = this.#requested(network)
    return (await this.#chain()).status(requested, sent.hash, opts)
  }

  async send(params: SendParams<'eip155'>, opts?: CallOptions): Promise<Sent> {
    const { network, to } = this.#checked(params)
    return this.#deliver(params.from, params.asset ? 'send.token' : 'send.native', opts, async () =>
      (await this.#chain()).transfer(network, { ...params, to }, opts),
    )
  }

  async sendTransaction(account: Account, transaction: Transaction<'eip155'>, opts?: CallOptions) {
    const checked = checkedCall(transaction)
    return this.#deliver(account, 'send.transaction', opts, async () => checked)
  }

  async sendBatch(account: Account, calls: readonly Transaction<'eip155'>[], opts?: CallOptions) {
    const checked = calls.map(checkedCall)
    if (checked.length === 0) throw invalid('calls', 'expected at least one')
    return this.#exclusive(account, 'send.batch', opts, async (live, from, network) => {
      const answer = await askWallet(live.session, network, 'wallet_sendCalls', [
        batchRequest(network, from, checked.map(wireCall)),
      ])
      return () => ({ id: idFrom(answer) })
    })
  }

  async getBatchStatus(network: Network, id: string, opts?: CallOptions): Promise<TransactionStatus> {
    const connections = this.#book.all()
    const connection =
      connections.find((candidate) => candidate.network.caipNetworkId === network) ?? connections[0]
    if (!connection) throw latchkeyError('connection/not-connected')
    const { session } = this.#book.get(connection.id)
    return batchStatusFrom(askWallet(session, network, 'wallet_getCallsStatus', [id], opts))
  }

  isAddress(value: string): boolean {
    return isAddressFormat('eip155', value)
  }

  async dispose(): Promise<void> {
    this.#disposed = true
    this.#book.dispose()
  }

  /** Where the wallet is once it has been asked to come; a visitor who approved us may still decline to move. */
  async #arrive(session: ConnectorSession, network: ChainNetwork<'eip155'>, signal: AbortSignal) {
    if (session.networks.includes(network.caipNetworkId)) return network
    try {
      if (approves(session, 'wallet_switchEthereumChain')) {
        await moveWallet(session, network, { signal })
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
    if (this.#disposed) throw latchkeyError('config/disposed')
    const wanted = firstAddress === undefined ? undefined : checksumAddress(firstAddress)
    const accounts = this.#book.accounts(session.accounts)
    const [first, ...rest] = [
      ...accounts.filter(({ address }) => address === wanted),
      ...accounts.filter(({ address }) => address !== wanted),
    ]
    if (!first) throw latchkeyError('connection/no-accounts')
    return this.#book.add(connector, session, [first, ...rest], network)
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
    opts?: CallOptions,
  ): Promise<MessageSignature> {
    const { session } = this.#require(account, capability)
    const { address, networkId } = parseCaipAddress(account)
    const method = methodFor[capability] ?? ''
    const answer = await askWallet(session, networkId, method, params(address), opts)
    return { signature: signatureFrom(answer, method), encoding: 'hex', scheme }
  }

  /** What both a send and its estimate demand of their parameters. */
  #checked(params: SendParams<'eip155'>) {
    const { address, networkId } = parseCaipAddress(params.from)
    const network = this.#requested(networkId)
    const from = checksumAddress(address)
    if (!from) throw latchkeyError('validation/invalid-address', { values: { reason: 'not an address' } })
    const { amount } = params
    if (typeof amount !== 'bigint' || amount <= 0n || amount > maxUint256)
      throw latchkeyError('validation/invalid-amount', { values: { reason: 'expected 1 to 2^256 - 1' } })
    return { network, from, to: receiverAddress(params.to) }
  }

  #deliver(
    account: Account,
    capability: Capability,
    opts: CallOptions | undefined,
    build: () => Promise<Transaction<'eip155'>>,
  ): Promise<Sent> {
    return this.#exclusive(account, capability, opts, async (live, from, network) => {
      const call = wireCall(await build())
      throwIfAborted(opts?.signal)
      await this.#confirmNetwork(live, network, opts)
      throwIfAborted(opts?.signal)
      const chainId = quantity(parseCaipAddress(account).reference)
      const answer = await askWallet(live.session, network, 'eth_sendTransaction', [
        { ...call, from, chainId },
      ])
      return () => {
        const hash = hashFrom(answer, 'eth_sendTransaction')
        this.#book.events.emit('transactionSent', { connectionId: live.connection.id, hash, network })
        return { hash }
      }
    })
  }

  /** The wallet may have moved since the visitor looked. */
  async #confirmNetwork(live: Live, expected: Network, opts: CallOptions | undefined): Promise<void> {
    const actual = await walletNetwork(live.session, expected, opts)
    if (actual === expected) return
    this.#book.move(live.connection.id, this.#book.network(actual))
    throw latchkeyError('network/wrong-chain', { values: { actual, expected } })
  }

  /**
   * Lets one transaction of an account and chain wait in the wallet at a time. A caller who aborts leaves at once, but the
   * place stays taken until the wallet has answered: its prompt cannot be recalled.
   */
  #exclusive<T>(
    account: Account,
    capability: Capability,
    opts: CallOptions | undefined,
    run: (live: Live, from: string, network: Network) => Promise<() => T>,
  ): Promise<T> {
    throwIfAborted(opts?.signal)
    const live = this.#require(account, capability)
    const { address, networkId } = parseCaipAddress(account)
    const from = checksumAddress(address) ?? address
    const current = live.connection.network.caipNetworkId
    if (current !== networkId && live.session.networks.length < 2)
      throw latchkeyError('network/wrong-chain', { values: { actual: current, expected: networkId } })
    const place = `${networkId}:${from}`
    if (this.#sending.has(place)) throw latchkeyError('wallet/send-in-progress')
    this.#sending.add(place)
    const turn = run(live, from, networkId).finally(() => this.#sending.delete(place))
    return raceAbort(turn, opts?.signal).then((finish) => finish())
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

function invalid(field: string, reason: string) {
  return latchkeyError('validation/invalid-input', { values: { field, reason } })
}

function checkedCall({ to, data, value, gas }: Transaction<'eip155'>): Transaction<'eip155'> {
  if (data !== undefined && !bytesPattern.test(data)) throw invalid('data', 'expected whole bytes in hex')
  if (to === undefined && !data) throw invalid('to', 'expected a receiver or the code of a contract')
  for (const [field, amount] of Object.entries({ value, gas }))
    if (amount !== undefined && (typeof amount !== 'bigint' || amount < 0n || amount > maxUint256))
      throw invalid(field, 'expected 0 to 2^256 - 1')
  return {
    ...(to !== undefined && { to: receiverAddress(to) }),
    ...(data !== undefined && { data }),
    ...(value !== undefined && { value }),
    ...(gas !== undefined && { gas }),
  }
}

/** As JSON-RPC writes it. */
function wireCall({ to, data, value = 0n, gas }: Transaction<'eip155'>) {
  return {
    ...(to && { to }),
    ...(data && { data }),
    value: quantity(value),
    ...(gas && { gas: quantity(gas) }),
  }
}
