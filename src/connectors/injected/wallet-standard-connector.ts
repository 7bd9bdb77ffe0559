import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { Emitter } from '../../core/emitter.ts'
import { isLatchkeyError, latchkeyError, throwIfAborted } from '../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { disconnectTimeout, reconnectTimeout } from '../../core/limits.ts'
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
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { isAccountList, type StandardFamily } from './wallet-standard-families.ts'

export interface WalletStandardConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly wallet: Wallet
  /** Those of its families that we speak. */
  readonly families: readonly StandardFamily[]
  readonly imageUrl?: string | undefined
}

type Context = Pick<ConnectorContext, 'clock' | 'log' | 'networks'>
type Ask = (...input: readonly unknown[]) => unknown

/** A wallet of the wallet-standard, registered with the page or handed in by the host. It may serve several families. */
export class WalletStandardConnector implements Connector {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly chains: readonly ChainNamespace[]
  readonly imageUrl: string | undefined
  readonly provider: Wallet

  readonly #families: readonly StandardFamily[]
  readonly #context: Context
  readonly #events: Emitter<ConnectorEvents>
  readonly #runs = sharedRuns<ConnectorSession | null>()
  #session: (ConnectorSession & { shown: readonly WalletAccount[] }) | undefined
  #closing: Promise<void> | undefined
  #detach: Unsubscribe | undefined

  constructor(
    { id, name, type, wallet, families, imageUrl }: WalletStandardConnectorOptions,
    context: Context,
  ) {
    this.id = id
    this.name = name
    this.type = type
    this.provider = wallet
    this.chains = families.map(({ namespace }) => namespace)
    this.imageUrl = imageUrl
    this.#families = families
    this.#context = context
    this.#events = new Emitter(context.log)
  }

  on<E extends keyof ConnectorEvents>(event: E, listener: (payload: ConnectorEvents[E]) => void) {
    return this.#events.on(event, listener)
  }

  async open({ namespaces }: ConnectorOffer, opts: CallOptions = {}): Promise<ConnectorSession> {
    const families = this.#families.filter(({ namespace }) => namespaces.includes(namespace))
    const key = `open ${families.map(({ namespace }) => namespace)}`
    const run = (signal: AbortSignal) => this.#establish(families, false, signal)
    const session = await this.#runs(key, run, opts.signal).catch((error) => {
      const vague = isLatchkeyError(error, 'rpc/unknown') || isLatchkeyError(error, 'rpc/internal')
      throw vague ? latchkeyError('connection/failed', { cause: error }) : error
    })
    if (!session) throw latchkeyError('connection/no-accounts')
    return session
  }

  restore(opts: CallOptions = {}): Promise<ConnectorSession | null> {
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: reconnectTimeout / 1000 } })
    const run = (signal: AbortSignal) =>
      withTimeout(
        this.#context.clock,
        reconnectTimeout,
        (inner) => this.#establish(this.#families, true, inner),
        late,
        signal,
      )
    return this.#runs('restore', run, opts.signal).catch((error) => {
      // A wallet that cannot be asked silently says no.
      if (isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/user-rejected'))
        return null
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
    families: readonly StandardFamily[],
    silent: boolean,
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    await this.#closing
    throwIfAborted(signal)
    const shown = new Set<WalletAccount>(this.#session?.shown)
    for (const [feature, input] of silent ? this.#silently() : prompts(families)) {
      const answer = await raceAbort(this.#ask(feature, 'connect', input), signal)
      // Some wallets answer with nothing, and show their accounts on themselves.
      const accounts = (answer as { accounts?: unknown } | undefined)?.accounts ?? this.provider.accounts
      if (!isAccountList(accounts))
        throw latchkeyError('wallet/invalid-answer', {
          values: { method: feature, expected: 'a list of accounts' },
        })
      for (const account of accounts) shown.add(account)
    }
    if (silent) for (const account of this.provider.accounts) shown.add(account)
    throwIfAborted(signal)
    const list = [...shown]
    if (this.#records(list).length === 0) return null
    if (this.#session) this.#session.shown = list
    else this.#session = this.#newSession(list)
    this.#attach()
    return this.#session
  }

  /** Only the standard's own feature knows how not to ask the visitor: without it, a wallet shows what it shows. */
  #silently(): Iterable<readonly [feature: string, input: object]> {
    return 'standard:connect' in this.provider.features ? [['standard:connect', { silent: true }]] : []
  }

  /** Accounts and networks are read live: they are what the wallet last said. */
  #newSession(first: readonly WalletAccount[]) {
    const { provider } = this
    const families = this.#families
    const records = (shown: readonly WalletAccount[]) => this.#records(shown)
    const networks = () =>
      this.#context.networks.flatMap(({ caipNetworkId, chainNamespace }): readonly CaipNetworkId[] => {
        const family = families.find(({ namespace }) => namespace === chainNamespace)
        return family?.covers(provider, caipNetworkId) ? [caipNetworkId] : []
      })
    const approved = new Set(Object.keys(provider.features))
    return {
      shown: first,
      get accounts() {
        return records(this.shown)
      },
      get networks() {
        return networks()
      },
      methods: Object.fromEntries(families.map(({ namespace }) => [namespace, approved])),
      channel: (namespace: ChainNamespace) => {
        if (!this.chains.includes(namespace))
          throw latchkeyError('connection/namespace-not-configured', { values: { namespace } })
        return { kind: 'wallet-standard', wallet: provider } as const
      },
    }
  }

  #records(shown: readonly WalletAccount[]): readonly AccountRecord[] {
    const found = new Map<string, AccountRecord>()
    for (const account of shown) {
      for (const family of this.#families) {
        const record = family.account(account)
        const key = `${record?.namespace} ${record?.address} ${record?.type}`
        if (record && !found.has(key) && found.size < walletBounds.accounts) found.set(key, record)
      }
    }
    return [...found.values()]
  }

  /** @throws `wallet/feature-unsupported` */
  async #ask(feature: string, method: string, input?: object): Promise<unknown> {
    const offered = this.provider.features[feature as `${string}:${string}`] as
      | Record<string, unknown>
      | undefined
    const run = offered?.[method]
    if (typeof run !== 'function') throw latchkeyError('wallet/feature-unsupported', { values: { feature } })
    try {
      return await (run as Ask).call(offered, ...(input && Object.keys(input).length > 0 ? [input] : []))
    } catch (error) {
      throw rpcErrorFrom(error, { method: feature, source: 'wallet' })
    }
  }

  async #leave(): Promise<void> {
    const wasOpen = this.#session !== undefined
    this.#end('host')
    if (!wasOpen || !('standard:disconnect' in this.provider.features)) return
    const late = () => latchkeyError('wallet/timeout', { values: { seconds: disconnectTimeout / 1000 } })
    const leave = () => this.#ask('standard:disconnect', 'disconnect')
    await withTimeout(this.#context.clock, disconnectTimeout, leave, late).catch((error) => {
      this.#context.log.debug(`${this.name} did not disconnect`, error)
    })
  }

  #attach(): void {
    if (this.#detach) return
    const events = this.provider.features['standard:events'] as { on?: Ask } | undefined
    try {
      const off = events?.on?.('change', (properties: unknown) => this.#hear(properties))
      this.#detach = () => {
        if (typeof off === 'function') off()
      }
    } catch (error) {
      this.#context.log.debug(`${this.name} refused a listener`, error)
    }
  }

  #hear(properties: unknown): void {
    const session = this.#session
    const accounts = (properties as { accounts?: unknown } | null | undefined)?.accounts
    if (!session || !isAccountList(accounts)) return
    const before = session.accounts
    session.shown = accounts
    const after = session.accounts
    if (after.length === 0) {
      this.#end('wallet')
      return
    }
    for (const namespace of this.chains) {
      const [old, now] = [before, after].map((list) => list.filter((one) => one.namespace === namespace))
      if (old && now && listOf(old) !== listOf(now))
        this.#events.emit('accountsChanged', { namespace, accounts: now })
    }
  }

  #end(reason: CloseReason): void {
    const wasOpen = this.#session !== undefined
    this.#session = undefined
    this.#detach?.()
    this.#detach = undefined
    if (wasOpen) this.#events.emit('closed', { reason })
  }
}

/** How the visitor is asked for the accounts of the families, by each feature once. */
function prompts(families: readonly StandardFamily[]): Map<string, object | undefined> {
  return new Map(families.map(({ connect }) => [connect.feature, connect.input]))
}

function listOf(accounts: readonly AccountRecord[]): string {
  return accounts.map(({ address, type }) => `${type} ${address}`).join()
}
