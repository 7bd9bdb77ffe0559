import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { raceAbort, throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import { rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type {
  ConnectorContext,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
} from '../../core/wallet/connector.ts'
import { mostAccounts } from '../../core/wallet-limits.ts'
import type { CallOptions, Unsubscribe } from '../../ports.ts'
import { InjectedConnector, invalidAnswer } from './injected-connector.ts'
import { isAccountList, type StandardFamily } from './wallet-standard-families.ts'

export interface WalletStandardConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly wallet: Wallet
  /** The wallet's families that Latchkey supports. */
  readonly families: readonly StandardFamily[]
  readonly imageUrl?: string | undefined
}

type Context = Pick<ConnectorContext, 'clock' | 'log' | 'networks'>
type Ask = (...input: readonly unknown[]) => unknown

type StandardSession = ConnectorSession & { shown: readonly WalletAccount[] }

/**
 * The connector of a wallet-standard wallet, which is registered in the page or supplied by the host. The wallet can support
 * several families.
 */
export class WalletStandardConnector extends InjectedConnector<StandardSession> {
  readonly provider: Wallet
  readonly #families: readonly StandardFamily[]
  readonly #context: Context

  constructor(options: WalletStandardConnectorOptions, context: Context) {
    super({ ...options, chains: options.families.map(({ namespace }) => namespace) }, context)
    this.provider = options.wallet
    this.#families = options.families
    this.#context = context
  }

  override open(offer: ConnectorOffer, opts?: CallOptions): Promise<ConnectorSession> {
    return super.open(offer, opts).catch((error) => {
      const vague = isLatchkeyError(error, 'rpc/unknown') || isLatchkeyError(error, 'rpc/internal')
      throw vague ? latchkeyError('connection/failed', { cause: error }) : error
    })
  }

  protected override openingOf(offer: ConnectorOffer): string {
    return this.#offered(offer)
      .map(({ namespace }) => namespace)
      .join()
  }

  protected establish(signal: AbortSignal, offer: ConnectorOffer) {
    return this.#establish(prompts(this.#offered(offer)), false, signal)
  }

  protected reestablish(signal: AbortSignal) {
    return this.#establish(this.#silently(), true, signal)
  }

  #offered({ namespaces }: ConnectorOffer): readonly StandardFamily[] {
    return this.#families.filter(({ namespace }) => namespaces.includes(namespace))
  }

  async #establish(
    questions: Iterable<readonly [feature: string, input: object | undefined]>,
    silent: boolean,
    signal: AbortSignal,
  ): Promise<StandardSession | null> {
    let before = this.session?.shown ?? []
    const answered = new Set<WalletAccount>()
    const take = (accounts: unknown, method: string) => {
      if (!isAccountList(accounts)) throw invalidAnswer(method, 'a list of accounts')
      for (const account of accounts) answered.add(account)
    }
    // A change that the wallet reports during the questions is newer than the answers before it.
    const stop = this.#onChange((properties) => {
      const accounts = reportedIn(properties)
      if (!accounts) return
      before = accounts
      answered.clear()
    })
    try {
      for (const [feature, input] of questions) {
        const answer = await raceAbort(this.heard(this.#ask(feature, 'connect', input), signal), signal)
        // Some wallets return nothing. The accounts are then in the wallet's property `accounts`.
        take((answer as { accounts?: unknown } | undefined)?.accounts ?? this.provider.accounts, feature)
      }
      if (silent) take(this.provider.accounts, 'accounts')
      throwIfAborted(signal)
      const fresh = [...answered]
      const isAnswered = ({ account }: StandardFamily) => fresh.some((one) => account(one, fresh))
      const replaced = this.#families.filter(isAnswered)
      const kept = before.filter((one) => !replaced.some(({ account }) => account(one, before)))
      const list = [...fresh, ...kept]
      if (this.#records(list).length === 0) return null
      if (this.session) this.session.shown = list
      else this.session = this.#newSession(list)
      this.attach()
      return this.session
    } finally {
      stop()
    }
  }

  /**
   * Returns the features that return accounts without a prompt. Only `standard:connect` can do this. If a wallet doesn't have
   * this feature, the connector reads the accounts that the wallet lists.
   */
  #silently(): Iterable<readonly [feature: string, input: object]> {
    return 'standard:connect' in this.provider.features ? [['standard:connect', { silent: true }]] : []
  }

  /** Creates a session. Its accounts and networks are getters, so that they always return the wallet's latest state. */
  #newSession(first: readonly WalletAccount[]) {
    const { provider } = this
    const families = this.#families
    const records = (shown: readonly WalletAccount[]) => this.#records(shown)
    const networks = () =>
      this.#context.networks.flatMap((network): readonly CaipNetworkId[] => {
        const family = families.find(({ namespace }) => namespace === network.chainNamespace)
        return family?.covers(provider, network) ? [network.caipNetworkId] : []
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
        this.requireFamily(namespace)
        return { kind: 'wallet-standard', wallet: provider } as const
      },
    }
  }

  #records(shown: readonly WalletAccount[]): readonly AccountRecord[] {
    const found = new Map<string, AccountRecord>()
    for (const account of shown) {
      for (const family of this.#families) {
        const record = family.account(account, shown)
        const key = `${record?.namespace} ${record?.address} ${record?.type}`
        if (record && !found.has(key) && found.size < mostAccounts) found.set(key, record)
      }
    }
    return [...found.values()]
  }

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

  protected override revocation() {
    if (!('standard:disconnect' in this.provider.features)) return undefined
    return () => this.#ask('standard:disconnect', 'disconnect')
  }

  protected override observe(news: () => void): Unsubscribe {
    return this.#onChange((properties) => {
      if (this.#records(reportedIn(properties) ?? []).length > 0) news()
    })
  }

  protected listen(): Unsubscribe {
    return this.#onChange((properties) => this.#hear(properties))
  }

  #onChange(listener: (properties: unknown) => void): Unsubscribe {
    const guarded = (run: () => unknown) => {
      try {
        return run()
      } catch (error) {
        this.debug('refused a listener', error)
      }
    }
    const events = this.provider.features['standard:events'] as { on?: Ask } | undefined
    const off = guarded(() => events?.on?.('change', listener))
    return () => {
      if (typeof off === 'function') guarded(() => off())
    }
  }

  #hear(properties: unknown): void {
    const session = this.session
    const accounts = reportedIn(properties)
    if (!session || !accounts) return
    const before = session.accounts
    session.shown = accounts
    const after = session.accounts
    if (after.length === 0) {
      this.end('locked')
      return
    }
    for (const namespace of this.chains) {
      const [old, now] = [before, after].map((list) => list.filter((one) => one.namespace === namespace))
      if (old && now && listOf(old) !== listOf(now))
        this.events.emit('accountsChanged', { namespace, accounts: now })
    }
  }
}

/** Returns the features that prompt the visitor for accounts. Each feature is listed once, with its input. */
function prompts(families: readonly StandardFamily[]): Map<string, object | undefined> {
  return new Map(families.map(({ connect }) => [connect.feature, connect.input]))
}

/** Returns the accounts of a change that the wallet reports, or undefined if the change has no valid list of accounts. */
function reportedIn(properties: unknown): readonly WalletAccount[] | undefined {
  const accounts = (properties as { accounts?: unknown } | null | undefined)?.accounts
  return isAccountList(accounts) ? accounts : undefined
}

function listOf(accounts: readonly AccountRecord[]): string {
  return accounts.map(({ address, type }) => `${type} ${address}`).join()
}
