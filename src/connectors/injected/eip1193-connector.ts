import { throwIfAborted } from '../../core/async/abort.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { addressPattern, eip155Network } from '../../core/chain/eip155.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { isLatchkeyError } from '../../core/errors/latchkey-error.ts'
import { rpcCodeOf, rpcErrorFrom } from '../../core/errors/rpc-errors.ts'
import { transport } from '../../core/limits.ts'
import { isStateChanging } from '../../core/rpc-methods.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorContext, ConnectorSession, ConnectorType } from '../../core/wallet/connector.ts'
import { mostAccounts } from '../../core/wallet-limits.ts'
import type { CallOptions, RpcRequest, Unsubscribe } from '../../ports.ts'
import { InjectedConnector, invalidAnswer, whenShown } from './injected-connector.ts'

/** An EIP-1193 provider. The functions for events are optional, because some wallets emit no events. */
export interface Eip1193Provider {
  request(call: { method: string; params?: readonly unknown[] | object | undefined }): Promise<unknown>
  on?(event: string, listener: (payload: never) => void): unknown
  removeListener?(event: string, listener: (payload: never) => void): unknown
}

export interface Eip1193ConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  /** The wallet's EIP-1193 provider. Latchkey sends the page's requests to this provider. */
  readonly provider: Eip1193Provider
  /** The chain families that the wallet supports. Default: `['eip155']`. */
  readonly chains?: readonly ChainNamespace[] | undefined
  /** The wallet's icon. */
  readonly imageUrl?: string | undefined
  /** The reverse domain name of the wallet's maker, such as `com.example.wallet` (EIP-6963). */
  readonly rdns?: string | undefined
  /** The methods that the wallet supports, if you know them. Default: all. */
  readonly methods?: ReadonlySet<string> | undefined
}

type Accounts = readonly AccountRecord<'eip155'>[]
type Network = CaipNetworkId<'eip155'>
interface News {
  readonly accounts?: Accounts
  readonly network?: Network
}

// The error codes 4901 and, in MetaMask, 1013. They mean that one network is unreachable. The wallet is still connected.
const chainOnly: readonly unknown[] = [4901, 1013]

/**
 * The connector of a wallet with an EIP-1193 provider: announced by EIP-6963, injected as `window.ethereum`, or supplied by the
 * host.
 */
export class Eip1193Connector extends InjectedConnector {
  readonly provider: Eip1193Provider
  readonly #methods: ReadonlySet<string> | 'any'
  readonly #page: ConnectorContext['page']
  #accounts: Accounts = []
  #network: Network | undefined
  #news: News | undefined
  #establishing = 0
  /** Count the wallet's events and the reads of its state. If a count changes during a read, the answer is out of date. */
  readonly #changes = { accounts: 0, network: 0 }

  constructor(options: Eip1193ConnectorOptions, context: Pick<ConnectorContext, 'clock' | 'log' | 'page'>) {
    super({ ...options, chains: options.chains ?? ['eip155'] }, context)
    this.provider = options.provider
    this.#page = context.page
    this.#methods = options.methods ?? 'any'
  }

  protected establish(signal: AbortSignal) {
    return this.#establish('eth_requestAccounts', signal)
  }

  protected reestablish(signal: AbortSignal) {
    return this.#establish('eth_accounts', signal)
  }

  async #establish(
    method: 'eth_requestAccounts' | 'eth_accounts',
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    this.attach()
    this.#establishing++
    try {
      const silent = method === 'eth_accounts'
      const asked = silent ? this.#question({ method }, signal) : this.#requestAccounts(signal)
      const accounts = accountsFrom(await asked)
      if (!accounts) throw invalidAnswer(method, 'a list of addresses')
      if (accounts.length === 0) return null
      // A change that the wallet announces from now on is newer than the answers.
      this.#told({ accounts })
      if (!this.session) this.#network = undefined
      const at = this.#changes.network
      const answer = eip155Network(await this.#question({ method: 'eth_chainId' }, signal))
      const network = (!this.session && this.#network) || answer
      if (!network) throw invalidAnswer('eth_chainId', 'a chain id')
      throwIfAborted(signal)
      if (!this.session) {
        if (this.#accounts.length === 0) return null
        this.#network = network
        this.session = this.#newSession()
      } else if (at === this.#changes.network) this.#hear({ network })
      return this.session
    } finally {
      if (--this.#establishing === 0 && !this.session) this.#release()
    }
  }

  /**
   * Requests the accounts. If the provider doesn't support `eth_requestAccounts` (EIP-1102), reads `eth_accounts`: providers
   * such as the one in Safe's SDK show their accounts without a prompt.
   */
  async #requestAccounts(signal: AbortSignal): Promise<unknown> {
    try {
      return await this.#prompt({ method: 'eth_requestAccounts' }, signal)
    } catch (error) {
      if (!isUnimplemented(error)) throw error
      const shown = await this.#question({ method: 'eth_accounts' }, signal)
      if (accountsFrom(shown)?.length === 0) throw error
      return shown
    }
  }

  /** Creates a session. Its accounts and networks are getters, so that they always return the wallet's latest state. */
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
      methods: { eip155: this.#methods },
      channel: (namespace) => {
        this.requireFamily(namespace)
        return {
          kind: 'rpc',
          request: async (call, _on, opts) => {
            this.requireOpen(session)
            return isStateChanging(call.method)
              ? this.#prompt(call, opts?.signal)
              : this.#question(call, opts?.signal)
          },
        }
      },
    }
    return session
  }

  /** Sends a request that doesn't prompt the visitor. Rejects after a time limit. */
  #question(call: RpcRequest, signal?: AbortSignal): Promise<unknown> {
    return this.bounded(transport.timeout, (inner) => this.#prompt(call, inner), signal)
  }

  /** Sends a request that prompts the visitor. Waits until the wallet answers, the signal aborts or the session ends. */
  #prompt(call: RpcRequest, signal?: AbortSignal): Promise<unknown> {
    return this.untilEnd(() => this.#deliver(call), signal)
  }

  async #deliver({ method, params }: RpcRequest): Promise<unknown> {
    try {
      return await this.provider.request(params === undefined ? { method } : { method, params })
    } catch (error) {
      throw rpcErrorFrom(error, { method, source: 'wallet' })
    }
  }

  protected override revocation() {
    return () => this.#deliver({ method: 'wallet_revokePermissions', params: [{ eth_accounts: {} }] })
  }

  /** Returns whether the wallet revoked the page's permission (EIP-2255). Returns false while the wallet says that it is locked. */
  async revoked({ signal }: CallOptions = {}): Promise<boolean> {
    try {
      const granted = await this.#question({ method: 'wallet_getPermissions' }, signal)
      const isGranted = (one: { parentCapability?: unknown } | null) =>
        one?.parentCapability === 'eth_accounts'
      if (!Array.isArray(granted) || granted.some(isGranted)) return false
      // Rabby and other wallets list no permissions while they are locked.
      return (await this.bounded(transport.timeout, (inner) => this.#isUnlocked(inner), signal)) !== false
    } catch {
      return false
    }
  }

  /** Returns whether the wallet is unlocked, or undefined if it can't tell (MetaMask's experimental API). */
  #isUnlocked(signal: AbortSignal): Promise<unknown> {
    const { _metamask } = this.provider as Eip1193Provider & { _metamask?: { isUnlocked?(): unknown } | null }
    return this.untilEnd(async () => _metamask?.isUnlocked?.(), signal)
  }

  protected override observe(news: () => void): Unsubscribe {
    return this.#on({
      accountsChanged: (payload) => {
        if (accountsFrom(payload)?.length) news()
      },
      connect: news,
    })
  }

  protected listen(): Unsubscribe {
    const stops = [
      whenShown(this.#page, () => this.#look()),
      this.#on({
        accountsChanged: (payload) => {
          const accounts = accountsFrom(payload)
          if (accounts) this.#told({ accounts })
        },
        chainChanged: (payload) => {
          const network = eip155Network(payload) ?? eip155Network(chainIdIn(payload))
          if (network) this.#told({ network })
          else this.#askNetwork()
        },
        disconnect: (payload) => {
          if (!chainOnly.includes(rpcCodeOf(payload))) this.end('wallet')
        },
      }),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  #told(news: News): void {
    if (news.accounts) this.#changes.accounts++
    if (news.network) this.#changes.network++
    this.#hear(news)
  }

  /**
   * Reads accounts and network again without a prompt. If an event changes one of them meanwhile, ignores the older answer. If the
   * wallet shows no account, it may just be locked, so the session continues.
   */
  async #look(): Promise<void> {
    const { session } = this
    if (!session) return
    const at = { accounts: ++this.#changes.accounts, network: ++this.#changes.network }
    try {
      const accounts = accountsFrom(await this.#question({ method: 'eth_accounts' }))
      const network = eip155Network(await this.#question({ method: 'eth_chainId' }))
      if (this.session !== session || !accounts?.length || !network) return
      if (at.accounts === this.#changes.accounts) this.#hear({ accounts })
      if (at.network === this.#changes.network) this.#hear({ network })
    } catch (error) {
      this.debug("couldn't be read when the page was shown", error)
    }
  }

  /** Requests the chain id after `chainChanged` events with invalid payloads. Asks once for all such events of one moment. */
  async #askNetwork(): Promise<void> {
    const { session } = this
    const at = ++this.#changes.network
    const isLatest = () => this.session === session && at === this.#changes.network
    await undefined
    if (!session || !isLatest()) return
    try {
      const network = eip155Network(await this.#question({ method: 'eth_chainId' }))
      if (network && isLatest()) this.#hear({ network })
    } catch (error) {
      this.debug("didn't report its chain", error)
    }
  }

  #on(listeners: Readonly<Record<string, (payload: unknown) => void>>): Unsubscribe {
    const { provider } = this
    const each = (verb: 'on' | 'removeListener') => {
      for (const [event, listener] of Object.entries(listeners)) {
        try {
          provider[verb]?.(event, listener)
        } catch (error) {
          this.debug('refused a listener', error)
        }
      }
    }
    each('on')
    return () => each('removeListener')
  }

  /** Merges the events that arrive in one tick and keeps the last values, because wallets repeat their events. */
  #hear(news: News): void {
    if (!this.#news) Promise.resolve().then(() => this.#tell())
    this.#news = { ...this.#news, ...news }
  }

  #tell(): void {
    const { accounts, network } = this.#news ?? {}
    this.#news = undefined
    if (!this.session) {
      this.#network = network ?? this.#network
      this.#accounts = accounts ?? this.#accounts
      return
    }
    if (accounts?.length === 0) {
      this.end('locked')
      return
    }
    if (network && network !== this.#network) {
      this.#network = network
      this.events.emit('networkChanged', { namespace: 'eip155', network })
    }
    if (accounts && listOf(accounts) !== listOf(this.#accounts)) {
      this.#accounts = accounts
      this.events.emit('accountsChanged', { namespace: 'eip155', accounts })
    }
  }

  protected override forget(): void {
    this.#news = undefined
  }

  #release(): void {
    this.detach()
    this.#news = undefined
  }
}

/** Returns the chain id in the payload of an event. Some wallets emit an object. */
function chainIdIn(payload: unknown): unknown {
  return (payload as { readonly chainId?: unknown } | null | undefined)?.chainId
}

/** Returns whether the error says that the wallet doesn't support a method. Some wallets say so only in the message. */
function isUnimplemented(error: unknown): boolean {
  if (isLatchkeyError(error, 'rpc/method-unsupported')) return true
  const vague = isLatchkeyError(error, 'rpc/unknown') || isLatchkeyError(error, 'rpc/internal')
  return vague && /not (implemented|supported)|unsupported method/i.test(error.details ?? '')
}

/**
 * Returns the accounts, or undefined if the list or an entry is invalid (EIP-1193). Addresses that differ only in upper and lower
 * case are one account.
 */
function accountsFrom(value: unknown): Accounts | undefined {
  if (!Array.isArray(value)) return undefined
  const found = new Map<string, AccountRecord<'eip155'>>()
  for (const address of value) {
    if (typeof address !== 'string' || !addressPattern.test(address)) return undefined
    const key = address.toLowerCase()
    if (!found.has(key)) found.set(key, { namespace: 'eip155', address, type: 'eoa' })
    if (found.size === mostAccounts) break
  }
  return [...found.values()]
}

function listOf(accounts: Accounts): string {
  return accounts.map((account) => account.address.toLowerCase()).join()
}
