import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import { Emitter } from '../../../core/emitter.ts'
import {
  isLatchkeyError,
  latchkeyError,
  throwIfAborted,
  UnsupportedError,
} from '../../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../../core/errors/rpc-errors.ts'
import { disconnectTimeout, reconnectTimeout, transport } from '../../../core/limits.ts'
import { sharedRuns } from '../../../core/shared-run.ts'
import { raceAbort } from '../../../core/timing.ts'
import { withTimeout } from '../../../core/waiting.ts'
import type { BitcoinWallet } from '../../../core/wallet/bitcoin-wallet.ts'
import type {
  CloseReason,
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
} from '../../../core/wallet/connector.ts'
import type { CallOptions, Unsubscribe } from '../../../ports.ts'
import type { BitcoinAccounts, BitcoinDialect } from './dialect.ts'

export interface BitcoinConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The object of the page behind it. */
  readonly provider: object
  readonly dialect: BitcoinDialect
  readonly imageUrl?: string | undefined
}

type Network = CaipNetworkId<'bip122'>

/** A Bitcoin wallet that a page finds on its window, or that the host hands in. */
export class BitcoinConnector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains = ['bip122'] as const
  readonly imageUrl: string | undefined
  readonly provider: object

  readonly #dialect: BitcoinDialect
  readonly #context: Pick<ConnectorContext, 'clock' | 'log'>
  readonly #events: Emitter<ConnectorEvents>
  readonly #runs = sharedRuns<ConnectorSession | null>()
  readonly #pending = new Set<(error: Error) => void>()
  #accounts: BitcoinAccounts = []
  #network: Network | undefined
  #session: ConnectorSession | undefined
  #closing: Promise<void> | undefined
  #detach: Unsubscribe | undefined
  #looking: Promise<void> | undefined

  constructor(options: BitcoinConnectorOptions, context: Pick<ConnectorContext, 'clock' | 'log'>) {
    this.id = options.id
    this.name = options.name
    this.type = options.type
    this.imageUrl = options.imageUrl
    this.provider = options.provider
    this.#dialect = options.dialect
    this.#context = context
    this.#events = new Emitter(context.log)
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async open(_offer?: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const ask = (signal: AbortSignal) => this.#ask('connect', () => this.#dialect.connect(), signal)
    const session = await this.#runs('open', (signal) => this.#establish(ask, signal), opts.signal)
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    const ask = async (signal: AbortSignal) =>
      (await this.#question('accounts', () => this.#dialect.accounts(), signal)) ?? []
    const run = (signal: AbortSignal) =>
      this.#bounded(reconnectTimeout, (inner) => this.#establish(ask, inner), signal)
    return this.#runs('restore', run, opts.signal).catch((error) => {
      if (isLatchkeyError(error, 'wallet/unauthorized')) return null
      throw error
    })
  }

  close(opts: CallOptions = {}): Promise<void> {
    this.#closing ??= this.#leave().finally(() => {
      this.#closing = undefined
    })
    return raceAbort(this.#closing, opts.signal)
  }

  dispose(): void {
    this.#events.clear()
    this.#end('host')
  }

  async #establish(
    ask: (signal: AbortSignal) => Promise<BitcoinAccounts>,
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    await this.#closing
    throwIfAborted(signal)
    const accounts = await ask(signal)
    if (accounts.length === 0) return null
    const network = await this.#question('network', () => this.#dialect.network(), signal)
    throwIfAborted(signal)
    if (this.#session) this.#take(accounts, network)
    else {
      this.#accounts = accounts
      this.#network = network
      this.#session = this.#newSession()
      this.#attach()
    }
    return this.#session ?? null
  }

  /** Accounts and networks are read live: they are what the wallet last said. */
  #newSession(): ConnectorSession {
    const current = () => ({ accounts: this.#accounts, network: this.#network })
    const session: ConnectorSession = {
      get accounts() {
        return current().accounts
      },
      get networks() {
        const { network } = current()
        return network ? [network] : []
      },
      methods: { bip122: new Set(this.#dialect.methods) },
      channel: (namespace) => {
        if (namespace !== 'bip122')
          throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
        return { kind: 'native', dialect: 'bitcoin', provider: this.#wallet(session) }
      },
    }
    return session
  }

  #wallet(session: ConnectorSession): BitcoinWallet {
    const dialect = this.#dialect
    const open = async <T>(run: () => Promise<T>) => {
      if (this.#session !== session) throw latchkeyError('connection/not-connected')
      return run()
    }
    const prompt = <T>(method: string, run: () => Promise<T>, opts?: CallOptions) =>
      open(() => this.#ask(method, run, opts?.signal))
    const question = <T>(method: string, run: () => Promise<T>, opts?: CallOptions) =>
      open(() => this.#question(method, run, opts?.signal))
    return {
      accounts: async (opts) =>
        (await question('accounts', () => dialect.accounts(), opts)) ?? this.#accounts,
      network: (opts) => question('network', () => dialect.network(), opts),
      switchNetwork: (network, opts) =>
        prompt(
          'switchNetwork',
          async () => {
            if (!dialect.switchNetwork) throw new UnsupportedError('network.switch', this.name)
            await dialect.switchNetwork(network)
          },
          opts,
        ),
      signMessage: (message, opts) => prompt('signMessage', () => dialect.signMessage(message), opts),
      signPsbt: (psbt, opts) => prompt('signPsbt', () => dialect.signPsbt(psbt), opts),
    }
  }

  /** A prompt waits for the visitor, until abort or disconnection. */
  async #ask<T>(method: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    throwIfAborted(signal)
    let give: (error: Error) => void = () => {}
    const ended = new Promise<never>((_, reject) => {
      give = reject
      this.#pending.add(give)
    })
    const deliver = async () => {
      try {
        return await run()
      } catch (error) {
        throw rpcErrorFrom(error, { method, source: 'wallet' })
      }
    }
    try {
      return await raceAbort(Promise.race([deliver(), ended]), signal)
    } finally {
      this.#pending.delete(give)
    }
  }

  /** A question gets an answer in time or fails. */
  #question<T>(method: string, run: () => Promise<T>, signal?: AbortSignal): Promise<T> {
    return this.#bounded(transport.timeout, (inner) => this.#ask(method, run, inner), signal)
  }

  #bounded<T>(ms: number, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: ms / 1000 } })
    return withTimeout(this.#context.clock, ms, run, late, signal)
  }

  async #leave(): Promise<void> {
    const wasOpen = this.#session !== undefined
    this.#end('host')
    const { disconnect } = this.#dialect
    if (!wasOpen || !disconnect) return
    await this.#bounded(disconnectTimeout, async () => disconnect()).catch((error) => {
      this.#context.log.debug(`${this.name} did not take its permission back`, error)
    })
  }

  #attach(): void {
    if (this.#detach) return
    const tell = (news: 'changed' | 'closed') => {
      if (news === 'closed') this.#end('wallet')
      else this.#look()
    }
    try {
      this.#detach = this.#dialect.listen(tell)
    } catch (error) {
      this.#context.log.debug(`${this.name} refused a listener`, error)
    }
  }

  /** Asks the wallet what it has become. Its news come in pieces and in any order: what it says now is what counts. */
  #look(): void {
    const session = this.#session
    if (!session) return
    const run = async () => {
      const network = await this.#question('network', () => this.#dialect.network())
      const accounts = await this.#question('accounts', () => this.#dialect.accounts())
      if (this.#session === session) this.#take(accounts ?? this.#accounts, network)
    }
    const failed = (error: unknown) => {
      if (this.#session !== session) return
      if (isLatchkeyError(error, 'wallet/unauthorized')) this.#end('wallet')
      else this.#context.log.debug(`${this.name} changed, and does not say how`, error)
    }
    this.#looking = (this.#looking ?? Promise.resolve()).then(run).catch(failed)
  }

  /** The network first: the same account is spelled otherwise on another. */
  #take(accounts: BitcoinAccounts, network: Network | undefined): void {
    if (accounts.length === 0) {
      this.#end('wallet')
      return
    }
    const before = listOf(this.#accounts)
    const moved = network !== undefined && network !== this.#network
    this.#accounts = accounts
    this.#network = network ?? this.#network
    if (moved) this.#events.emit('networkChanged', { namespace: 'bip122', network })
    if (listOf(accounts) !== before) this.#events.emit('accountsChanged', { namespace: 'bip122', accounts })
  }

  #end(reason: CloseReason): void {
    const wasOpen = this.#session !== undefined
    this.#session = undefined
    this.#detach?.()
    this.#detach = undefined
    for (const reject of this.#pending) reject(latchkeyError('wallet/closed-during-request'))
    this.#pending.clear()
    if (wasOpen) this.#events.emit('closed', { reason })
  }
}

function listOf(accounts: BitcoinAccounts): string {
  return accounts.map(({ address, type }) => `${type} ${address}`).join()
}
