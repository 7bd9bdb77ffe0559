import { throwIfAborted } from '../../core/async/abort.ts'
import { isAddressFormat } from '../../core/chain/address.ts'
import { extensionErrorFrom } from '../../core/errors/extension-errors.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { extensionPrompt } from '../../core/limits.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { ConnectorContext, ConnectorSession, ConnectorType } from '../../core/wallet/connector.ts'
import { mostAccounts } from '../../core/wallet-limits.ts'
import type { Unsubscribe } from '../../ports.ts'
import { requestedNetworks } from '../requested-networks.ts'
import { accountNetworks } from './account-networks.ts'
import { InjectedConnector, invalidAnswer } from './injected-connector.ts'

/** An entry of `window.injectedWeb3` (@polkadot/extension-inject). All members are optional, because they are untrusted. */
export interface InjectedWeb3Provider {
  enable?(origin: string): Promise<unknown>
  /** The new name of `enable`. */
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

interface Extension {
  readonly accounts: { get?: Call; subscribe?: (listener: (accounts: unknown) => void) => unknown }
  readonly signer: Readonly<Record<string, unknown>>
}

const signing = ['signRaw', 'signPayload'] as const

/**
 * The connector of a Polkadot extension. An extension has no current network: its accounts work on all networks, except for
 * accounts that the visitor restricted to one chain.
 */
export class InjectedWeb3Connector extends InjectedConnector {
  readonly provider: InjectedWeb3Provider
  readonly #context: Context
  #extension: Extension | undefined
  /** The listeners that start if the extension's first answer is late. */
  readonly #observers = new Set<() => void>()
  #accounts: Accounts = []

  constructor(options: InjectedWeb3ConnectorOptions, context: Context) {
    super({ ...options, chains: ['polkadot'] }, context)
    this.provider = options.provider
    this.#context = context
  }

  /** Limits the time for the prompt, because an extension may never answer if the visitor closes its window. */
  protected establish(signal: AbortSignal) {
    return this.bounded(extensionPrompt, (inner) => this.reestablish(inner), signal)
  }

  /**
   * Calls `enable`. If the extension authorizes the page, `enable` answers without a prompt; otherwise it may prompt the
   * visitor. No other call tells whether the page is authorized, so this method is called only to connect, or to restore a
   * stored connection. The page can't revoke the permission: the visitor removes it in the extension.
   */
  protected async reestablish(signal: AbortSignal): Promise<ConnectorSession | null> {
    const { page } = this.#context
    const enable = this.provider.connect ?? this.provider.enable
    if (typeof enable !== 'function') throw latchkeyError('connection/provider-not-found')
    const enabled = ask('enable', () =>
      enable.call(this.provider, page.location?.hostname ?? 'Latchkey'),
    ).then((answer) => {
      this.#extension = extensionFrom(answer)
      if (signal.aborted) for (const subscribe of this.#observers) subscribe()
      return this.#extension
    })
    const extension = await this.heard(enabled, signal)
    throwIfAborted(signal)
    if (!extension) throw invalidAnswer('enable', 'an extension')
    const accounts = accountsFrom(await ask('accounts.get', () => extension.accounts.get?.()))
    throwIfAborted(signal)
    if (!accounts) throw invalidAnswer('accounts.get', 'a list of accounts')
    if (!this.#areUsable(accounts)) return null
    if (this.session) this.#hear(accounts)
    else {
      this.#accounts = accounts
      this.session = this.#newSession(extension)
      this.attach()
    }
    return this.session ?? null
  }

  /** Creates a session. Its accounts and networks are getters, so that they always return the latest state. */
  #newSession({ signer }: Extension): ConnectorSession {
    const current = () => this.#accounts
    const networks = () =>
      this.#requested().filter((id) => current().some((account) => account.networks?.includes(id) ?? true))
    const offered = signing.filter((method) => typeof signer[method] === 'function')
    const session: ConnectorSession = {
      get accounts() {
        return current()
      },
      get networks() {
        return networks()
      },
      methods: { polkadot: new Set(offered) },
      channel: (namespace) => {
        this.requireFamily(namespace)
        // Wraps the wallet's signer. The wrapped signer rejects with our errors, and also when the session ends.
        const guarded = offered.map((method) => [
          method,
          async (input: unknown) => {
            this.requireOpen(session)
            return this.untilEnd(() => ask(method, () => (signer[method] as Call).call(signer, input)))
          },
        ])
        return { kind: 'injected-web3', extension: { signer: Object.fromEntries(guarded) } }
      },
    }
    return session
  }

  #requested() {
    return requestedNetworks(this.#context, 'polkadot').map(({ caipNetworkId }) => caipNetworkId)
  }

  /** Returns whether an account isn't restricted to chains that the host doesn't list. */
  #areUsable(accounts: Accounts): boolean {
    const requested = this.#requested()
    return accounts.some(({ networks }) => !networks || requested.some((id) => networks.includes(id)))
  }

  /** Whether the extension answers without a prompt, because it has already granted access in this visit. */
  get isQuiet(): boolean {
    return this.#extension !== undefined
  }

  /**
   * Listens to the extension. An extension sends events only after it has answered the page. If the extension answers late,
   * listening starts after the answer.
   */
  protected override observe(news: () => void): Unsubscribe | undefined {
    if (this.#extension) return this.#subscribe((accounts) => this.#areUsable(accounts) && news())
    let stop: Unsubscribe | undefined
    const subscribe = () => {
      this.#observers.delete(subscribe)
      // Ignore the first report, because many extensions report their accounts during `subscribe`. For a late answer, `news` is
      // called anyway.
      let isFirst = true
      try {
        stop = this.#subscribe((accounts) => !isFirst && this.#areUsable(accounts) && news())
      } catch (error) {
        this.debug('refused a listener', error)
      }
      isFirst = false
    }
    this.#observers.add(subscribe)
    return () => {
      this.#observers.delete(subscribe)
      stop?.()
    }
  }

  protected listen(): Unsubscribe {
    return this.#subscribe((accounts) => this.#hear(accounts))
  }

  #subscribe(listener: (accounts: Accounts) => void): Unsubscribe {
    const off = this.#extension?.accounts.subscribe?.((list) => {
      const shown = accountsFrom(list)
      if (shown) listener(shown)
    })
    return () => {
      if (typeof off === 'function') off()
    }
  }

  #hear(accounts: Accounts): void {
    if (!this.session || listOf(accounts) === listOf(this.#accounts)) return
    if (!this.#areUsable(accounts)) {
      this.end('locked')
      return
    }
    this.#accounts = accounts
    this.events.emit('accountsChanged', { namespace: 'polkadot', accounts })
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

/**
 * Returns the accounts, or undefined for a value that isn't a list of accounts. Skips accounts of other kinds, such as Ethereum
 * accounts.
 */
function accountsFrom(list: unknown): Accounts | undefined {
  if (!Array.isArray(list)) return undefined
  const found = new Map<string, AccountRecord<'polkadot'>>()
  for (const account of list) {
    const { address, genesisHash } = (account ?? {}) as { address?: unknown; genesisHash?: unknown }
    if (typeof address !== 'string') return undefined
    if (isAddressFormat('polkadot', address)) {
      const networks = accountNetworks(genesisHash)
      found.set(address, { namespace: 'polkadot', address, type: 'eoa', ...(networks && { networks }) })
    }
    if (found.size === mostAccounts) break
  }
  return [...found.values()]
}

function listOf(accounts: Accounts): string {
  return accounts.map(({ address, networks }) => `${address} ${networks?.join(' ')}`).join()
}
