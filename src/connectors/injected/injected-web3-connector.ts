import { isAddressFormat } from '../../core/chain/address.ts'
import { Emitter } from '../../core/emitter.ts'
import { extensionErrorFrom } from '../../core/errors/extension-errors.ts'
import { isLatchkeyError, latchkeyError, throwIfAborted } from '../../core/errors/latchkey-error.ts'
import { extensionPrompt, reconnectTimeout } from '../../core/limits.ts'
import { sharedRuns } from '../../core/shared-run.ts'
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
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { requestedNetworks } from '../requested-networks.ts'

/** What an extension puts into `window.injectedWeb3`, as @polkadot/extension-inject has it. Nothing of it is believed. */
export interface InjectedWeb3Provider {
  enable?(origin: string): Promise<unknown>
  /** The newer name of the same. */
  connect?(origin: string): Promise<unknown>
}

export interface InjectedWeb3ConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly provider: InjectedWeb3Provider
  readonly imageUrl?: string | undefined
}

type Context = Pick<ConnectorContext, 'clock' | 'log' | 'networks' | 'page'>
type Accounts = readonly AccountRecord<'polkadot'>[]
type Call = (input?: unknown) => unknown

/** What `enable` gives. */
interface Extension {
  readonly accounts: { get?: Call; subscribe?: (listener: (accounts: unknown) => void) => unknown }
  readonly signer: Readonly<Record<string, unknown>>
}

const signing = ['signRaw', 'signPayload'] as const

/** An extension of the Polkadot family. It is on no network of its own: its accounts are good on each. */
export class InjectedWeb3Connector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains = ['polkadot'] as const
  readonly imageUrl: string | undefined
  readonly provider: InjectedWeb3Provider

  readonly #context: Context
  readonly #events: Emitter<ConnectorEvents>
  readonly #runs = sharedRuns<ConnectorSession | null>()
  readonly #pending = new Set<(error: Error) => void>()
  #accounts: Accounts = []
  #session: ConnectorSession | undefined
  #detach: Unsubscribe | undefined

  constructor({ id, name, type, provider, imageUrl }: InjectedWeb3ConnectorOptions, context: Context) {
    this.id = id
    this.name = name
    this.type = type
    this.provider = provider
    this.imageUrl = imageUrl
    this.#context = context
    this.#events = new Emitter(context.log)
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  /** An extension whose window is closed may never answer, so that even a prompt has an end. */
  async open(_offer?: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const run = (signal: AbortSignal) => this.#bounded(extensionPrompt, signal)
    const session = await this.#runs('open', run, opts.signal)
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  /**
   * An extension cannot be asked whether it still knows us: `enable` is all there is. It answers without a prompt as long
   * as it does; otherwise it may ask the visitor again. So only what was connected before is restored.
   */
  restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    const run = (signal: AbortSignal) => this.#bounded(reconnectTimeout, signal)
    return this.#runs('restore', run, opts.signal).catch((error) => {
      if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/user-rejected'))
        return null
      throw error
    })
  }

  /** Extensions of the family are not told: the visitor takes the permission away there. */
  async close(): Promise<void> {
    this.#end('host')
  }

  dispose(): void {
    this.#events.clear()
    this.#end('host')
  }

  #bounded(ms: number, signal: AbortSignal): Promise<ConnectorSession | null> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: ms / 1000 } })
    return withTimeout(this.#context.clock, ms, (inner) => this.#establish(inner), late, signal)
  }

  async #establish(signal: AbortSignal): Promise<ConnectorSession | null> {
    const { page } = this.#context
    const enable = this.provider.connect ?? this.provider.enable
    if (typeof enable !== 'function') throw latchkeyError('connection/provider-not-found')
    const enabled = await ask('enable', () =>
      enable.call(this.provider, page.location?.hostname ?? 'Latchkey'),
    )
    throwIfAborted(signal)
    const extension = extensionFrom(enabled)
    if (!extension) throw invalid('enable', 'an extension')
    const accounts = accountsFrom(await ask('accounts.get', () => extension.accounts.get?.()))
    throwIfAborted(signal)
    if (!accounts) throw invalid('accounts.get', 'a list of accounts')
    if (accounts.length === 0) return null
    if (this.#session) this.#hear(accounts)
    else {
      this.#accounts = accounts
      this.#session = this.#newSession(extension)
      this.#attach(extension)
    }
    return this.#session
  }

  /** Accounts are read live: they are what the wallet last said. */
  #newSession({ signer }: Extension): ConnectorSession {
    const current = () => this.#accounts
    const networks = requestedNetworks(this.#context, 'polkadot').map((known) => known.caipNetworkId)
    const offered = signing.filter((method) => typeof signer[method] === 'function')
    const session: ConnectorSession = {
      get accounts() {
        return current()
      },
      networks,
      methods: { polkadot: new Set(offered) },
      channel: (namespace) => {
        if (namespace !== 'polkadot')
          throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
        // The signer as it is, but that it answers with our errors, and when the session ends.
        const guarded = offered.map((method) => [
          method,
          async (input: unknown) => {
            if (this.#session !== session) throw latchkeyError('connection/not-connected')
            return this.#untilEnd(ask(method, () => (signer[method] as Call).call(signer, input)))
          },
        ])
        return { kind: 'injected-web3', extension: { signer: Object.fromEntries(guarded) } }
      },
    }
    return session
  }

  async #untilEnd<T>(answer: Promise<T>): Promise<T> {
    let give: (error: Error) => void = () => {}
    const ended = new Promise<never>((_, reject) => {
      give = reject
      this.#pending.add(give)
    })
    try {
      return await Promise.race([answer, ended])
    } finally {
      this.#pending.delete(give)
    }
  }

  #attach({ accounts }: Extension): void {
    try {
      const off = accounts.subscribe?.((list) => {
        const shown = accountsFrom(list)
        if (shown) this.#hear(shown)
      })
      this.#detach = () => {
        if (typeof off === 'function') off()
      }
    } catch (error) {
      this.#context.log.debug(`${this.name} refused a listener`, error)
    }
  }

  #hear(accounts: Accounts): void {
    if (!this.#session || listOf(accounts) === listOf(this.#accounts)) return
    if (accounts.length === 0) {
      this.#end('wallet')
      return
    }
    this.#accounts = accounts
    this.#events.emit('accountsChanged', { namespace: 'polkadot', accounts })
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

async function ask(method: string, run: () => unknown): Promise<unknown> {
  try {
    return await run()
  } catch (error) {
    throw extensionErrorFrom(error, method)
  }
}

function extensionFrom(value: unknown): Extension | undefined {
  try {
    const { accounts, signer } = value as Extension
    return typeof accounts.get === 'function' && typeof signer === 'object' && signer !== null
      ? { accounts, signer }
      : undefined
  } catch {
    return undefined
  }
}

/** Undefined when it is no list of accounts. Accounts of other kinds, such as Ethereum's, are left out. */
function accountsFrom(list: unknown): Accounts | undefined {
  if (!Array.isArray(list)) return undefined
  const found = new Map<string, AccountRecord<'polkadot'>>()
  for (const account of list) {
    const address: unknown = (account as { address?: unknown } | null | undefined)?.address
    if (typeof address !== 'string') return undefined
    if (isAddressFormat('polkadot', address))
      found.set(address, { namespace: 'polkadot', address, type: 'eoa' })
    if (found.size === walletBounds.accounts) break
  }
  return [...found.values()]
}

function listOf(accounts: Accounts): string {
  return accounts.map(({ address }) => address).join()
}

function invalid(method: string, expected: string) {
  return latchkeyError('wallet/invalid-answer', { values: { method, expected } })
}
