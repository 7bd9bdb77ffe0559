import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { addressPattern, eip155Network } from '../../core/chain/eip155.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { Emitter } from '../../core/emitter.ts'
import { isLatchkeyError, latchkeyError, throwIfAborted } from '../../core/errors/latchkey-error.ts'
import { rpcCodeOf, rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { disconnectTimeout, reconnectTimeout, transport } from '../../core/limits.ts'
import { isStateChanging } from '../../core/rpc-methods.ts'
import { sharedRuns } from '../../core/shared-run.ts'
import { raceAbort } from '../../core/timing.ts'
import { withTimeout } from '../../core/waiting.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type {
  CloseReason,
  Connector,
  ConnectorContext,
  ConnectorEvents,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
} from '../../core/wallet/connector.ts'
import { walletBounds } from '../../core/wallet-limits.ts'
import type { CallOptions, RpcRequest, Unsubscribe } from '../../ports.ts'

/** What EIP-1193 asks of a provider. Events are optional here, since not every wallet has them. */
export interface Eip1193Provider {
  request(call: { method: string; params?: readonly unknown[] | object | undefined }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

export interface Eip1193ConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly provider: Eip1193Provider
  /** Default: eip155. */
  readonly chains?: readonly ChainNamespace[] | undefined
  readonly imageUrl?: string | undefined
  readonly rdns?: string | undefined
}

type Accounts = readonly AccountRecord<'eip155'>[]
type Network = CaipNetworkId<'eip155'>
interface News {
  readonly accounts?: Accounts
  readonly network?: Network
}

// 4901 says that one chain cannot be reached; 1013 is how MetaMask says it. The wallet itself is still there.
const chainOnly: readonly unknown[] = [4901, 1013]

/** A wallet behind an EIP-1193 provider: announced by EIP-6963, injected as `window.ethereum`, or handed in by the host. */
export class Eip1193Connector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl: string | undefined
  readonly rdns: string | undefined
  readonly provider: Eip1193Provider

  readonly #context: Pick<ConnectorContext, 'clock' | 'log'>
  readonly #events: Emitter<ConnectorEvents>
  readonly #runs = sharedRuns<ConnectorSession | null>()
  readonly #pending = new Set<(error: Error) => void>()
  #accounts: Accounts = []
  #network: Network | undefined
  #news: News | undefined
  #session: ConnectorSession | undefined
  #closing: Promise<void> | undefined
  #establishing = 0
  #detach: Unsubscribe | undefined

  constructor(options: Eip1193ConnectorOptions, context: Pick<ConnectorContext, 'clock' | 'log'>) {
    this.id = options.id
    this.name = options.name
    this.type = options.type
    this.chains = options.chains ?? ['eip155']
    this.imageUrl = options.imageUrl
    this.rdns = options.rdns
    this.provider = options.provider
    this.#context = context
    this.#events = new Emitter(context.log)
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async open(_offer?: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const run = (signal: AbortSignal) => this.#establish('eth_requestAccounts', signal)
    const session = await this.#runs('open', run, opts.signal)
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    const run = (signal: AbortSignal) =>
      this.#bounded(reconnectTimeout, (inner) => this.#establish('eth_accounts', inner), signal)
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
    method: 'eth_requestAccounts' | 'eth_accounts',
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    await this.#closing
    throwIfAborted(signal)
    this.#attach()
    this.#establishing++
    try {
      const accounts = accountsFrom(await this.#ask({ method }, signal))
      if (!accounts) throw invalid(method, 'a list of addresses')
      if (accounts.length === 0) return null
      // A change that is announced while we ask is newer than the answer.
      if (!this.#session) this.#network = undefined
      const answer = eip155Network(await this.#ask({ method: 'eth_chainId' }, signal))
      const network = (!this.#session && this.#network) || answer
      if (!network) throw invalid('eth_chainId', 'a chain id')
      throwIfAborted(signal)
      if (this.#session) this.#hear({ accounts, network })
      else {
        this.#accounts = accounts
        this.#network = network
        this.#session = this.#newSession()
      }
      return this.#session
    } finally {
      if (--this.#establishing === 0 && !this.#session) this.#release()
    }
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
      methods: { eip155: 'any' },
      channel: (namespace) => {
        if (namespace !== 'eip155')
          throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
        return {
          kind: 'rpc',
          request: async (call, _on, opts) => {
            if (this.#session !== session) throw latchkeyError('connection/not-connected')
            return this.#ask(call, opts?.signal)
          },
        }
      },
    }
    return session
  }

  /** A question gets an answer in time or fails; a prompt waits for the visitor, until abort or disconnection. */
  #ask(call: RpcRequest, signal?: AbortSignal): Promise<unknown> {
    const run = async (signal?: AbortSignal) => {
      throwIfAborted(signal)
      let give: (error: Error) => void = () => {}
      const ended = new Promise<never>((_, reject) => {
        give = reject
        this.#pending.add(give)
      })
      try {
        return await raceAbort(Promise.race([this.#deliver(call), ended]), signal)
      } finally {
        this.#pending.delete(give)
      }
    }
    return isStateChanging(call.method) ? run(signal) : this.#bounded(transport.timeout, run, signal)
  }

  async #deliver({ method, params }: RpcRequest): Promise<unknown> {
    try {
      return await this.provider.request(params === undefined ? { method } : { method, params })
    } catch (error) {
      throw rpcErrorFrom(error, { method, source: 'wallet' })
    }
  }

  #bounded<T>(ms: number, run: (signal: AbortSignal) => Promise<T>, signal?: AbortSignal): Promise<T> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: ms / 1000 } })
    return withTimeout(this.#context.clock, ms, run, late, signal)
  }

  async #leave(): Promise<void> {
    const wasOpen = this.#session !== undefined
    this.#end('host')
    if (!wasOpen) return
    const revoke = { method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] }
    await this.#bounded(disconnectTimeout, () => this.#deliver(revoke)).catch((error) => {
      this.#context.log.debug(`${this.name} did not revoke its permission`, error)
    })
  }

  #attach(): void {
    if (this.#detach) return
    const { provider } = this
    const listeners: Record<string, (payload: unknown) => void> = {
      accountsChanged: (payload) => {
        const accounts = accountsFrom(payload)
        if (accounts) this.#hear({ accounts })
      },
      chainChanged: (payload) => {
        const network = eip155Network(payload)
        if (network) this.#hear({ network })
      },
      disconnect: (payload) => {
        if (!chainOnly.includes(rpcCodeOf(payload))) this.#end('wallet')
      },
    }
    const each = (verb: 'on' | 'removeListener') => {
      for (const [event, listener] of Object.entries(listeners)) {
        try {
          provider[verb]?.(event, listener)
        } catch (error) {
          this.#context.log.debug(`${this.name} refused a listener`, error)
        }
      }
    }
    each('on')
    this.#detach = () => each('removeListener')
  }

  /** Wallets repeat themselves: what comes in one tick is one piece of news, and its last word counts. */
  #hear(news: News): void {
    if (!this.#news) Promise.resolve().then(() => this.#tell())
    this.#news = { ...this.#news, ...news }
  }

  #tell(): void {
    const { accounts, network } = this.#news ?? {}
    this.#news = undefined
    if (!this.#session) {
      if (network) this.#network = network
      return
    }
    if (accounts?.length === 0) {
      this.#end('wallet')
      return
    }
    if (network && network !== this.#network) {
      this.#network = network
      this.#events.emit('networkChanged', { namespace: 'eip155', network })
    }
    if (accounts && listOf(accounts) !== listOf(this.#accounts)) {
      this.#accounts = accounts
      this.#events.emit('accountsChanged', { namespace: 'eip155', accounts })
    }
  }

  #end(reason: CloseReason): void {
    const wasOpen = this.#session !== undefined
    this.#session = undefined
    this.#release()
    for (const reject of this.#pending) reject(latchkeyError('wallet/closed-during-request'))
    this.#pending.clear()
    if (wasOpen) this.#events.emit('closed', { reason })
  }

  #release(): void {
    this.#detach?.()
    this.#detach = undefined
    this.#news = undefined
  }
}

function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}

/** Undefined when the list or anything in it is not what EIP-1193 says; one account in two spellings is one account. */
function accountsFrom(value: unknown): Accounts | undefined {
  if (!Array.isArray(value)) return undefined
  const found = new Map<string, AccountRecord<'eip155'>>()
  for (const address of value) {
    if (typeof address !== 'string' || !addressPattern.test(address)) return undefined
    const key = address.toLowerCase()
    if (!found.has(key)) found.set(key, { namespace: 'eip155', address, type: 'eoa' })
    if (found.size === walletBounds.accounts) break
  }
  return [...found.values()]
}

function listOf(accounts: Accounts): string {
  return accounts.map((account) => account.address.toLowerCase()).join()
}
