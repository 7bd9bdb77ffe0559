import { throwIfAborted } from '../../core/async/abort.ts'
import { lowerBech32 } from '../../core/chain/address.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { keplrChainInfo } from '../../core/chain/keplr-chain-info.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { keplrErrorFrom } from '../../core/errors/keplr-errors.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type {
  ConnectorContext,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
  RestoreOptions,
} from '../../core/wallet/connector.ts'
import { type KeplrPort, type KeplrProvider, keplrMethods } from '../../core/wallet/keplr.ts'
import type { Unsubscribe } from '../../ports.ts'
import { requestedNetworks } from '../requested-networks.ts'
import { InjectedConnector, invalidAnswer } from './injected-connector.ts'

export interface KeplrConnectorOptions {
  readonly id: string
  readonly name: string
  readonly type: ConnectorType
  readonly provider: KeplrProvider
  /** The window event that the wallet emits when the visitor selects another key. */
  readonly event: string
  readonly imageUrl?: string | undefined
}

type Context = Pick<ConnectorContext, 'clock' | 'log' | 'networks' | 'page'>
type Network = ChainNetwork<'cosmos'>
type Accounts = readonly AccountRecord<'cosmos'>[]

/**
 * The connector of a wallet with Keplr's interface. The wallet has no current network. It approves networks one by one, and
 * writes the selected key's address with each network's prefix. So there is one account per prefix.
 */
export class KeplrConnector extends InjectedConnector {
  readonly provider: KeplrProvider
  readonly #context: Context
  readonly #event: string
  #enabled: readonly Network[] = []
  #accounts: Accounts = []
  /** Whether the accounts are stored accounts that the wallet hasn't confirmed yet. */
  #isAssumed = false
  /** Whether the wallet refused to return its key in this visit. Then the stored accounts aren't used again. */
  #hasRefused = false
  /**
   * Counts the reads of the key. Only the last read is used, because an earlier read may mix keys from before and after a
   * selection.
   */
  #readings = 0

  constructor(options: KeplrConnectorOptions, context: Context) {
    super({ ...options, chains: ['cosmos'] }, context)
    this.provider = options.provider
    this.#event = options.event
    this.#context = context
  }

  protected establish(signal: AbortSignal, { networks }: ConnectorOffer) {
    const requested = requestedNetworks(this.#context, 'cosmos')
    const wanted = requested.filter(({ caipNetworkId }) => networks.includes(caipNetworkId))
    return this.#establish(wanted, true, signal)
  }

  /**
   * Restores the connection. Some wallets report whether they authorize the page on a network (`isConnected`). Others have only
   * `enable` and `getKey`, which ask for the password while the wallet is locked. For these other wallets, uses the stored
   * accounts, and asks the wallet at the first signature.
   */
  protected async reestablish(signal: AbortSignal, { known }: RestoreOptions) {
    const wanted = requestedNetworks(this.#context, 'cosmos')
    if (typeof this.provider.isConnected !== 'function') return this.session ?? this.#assume(wanted, known)
    const asked = wanted.map(({ id }) => this.#ask('isConnected', String(id)).catch(() => false))
    // The answers count together, so that one late restore is one late answer.
    const answers = await this.heard(Promise.all(asked), signal)
    const connected = wanted.filter((_, index) => answers[index] === true)
    return connected.length > 0 ? this.#establish(connected, false, signal) : null
  }

  #assume(wanted: readonly Network[], known: RestoreOptions['known']): ConnectorSession | null {
    const accounts = (known?.accounts ?? []).filter(
      (one): one is AccountRecord<'cosmos'> => one.namespace === 'cosmos' && one.publicKey !== undefined,
    )
    const enabled = wanted.filter(({ caipNetworkId }) => known?.networks.includes(caipNetworkId))
    if (this.#hasRefused || accounts.length === 0 || enabled.length === 0) return null
    this.#accounts = accounts
    this.#enabled = enabled
    this.#isAssumed = true
    this.session = this.#newSession()
    this.attach()
    return this.session
  }

  /**
   * Asks the wallet to confirm stored accounts before it signs. Prompts the visitor if the wallet is locked or has revoked the
   * page's permission.
   */
  async #confirm(): Promise<void> {
    if (!this.#isAssumed) return
    const ids = this.#enabled.map(({ id }) => String(id))
    await this.#ask('enable', ids.length === 1 ? ids[0] : ids)
    const accounts = await this.#enabledKeys()
    this.#isAssumed = false
    this.#show(accounts)
  }

  /** Returns the key of a stored account with the network's prefix. */
  #assumedKey(chainId: string): unknown {
    const network = this.#enabledOf(chainId)
    const found = network && this.#accountOn(network)
    if (!this.#isAssumed || !found?.publicKey) return undefined
    const bytes = found.publicKey.match(/../g) ?? []
    return {
      bech32Address: found.address,
      pubKey: Uint8Array.from(bytes, (byte) => Number.parseInt(byte, 16)),
    }
  }

  async #establish(
    wanted: readonly Network[],
    mayAdd: boolean,
    signal: AbortSignal,
  ): Promise<ConnectorSession | null> {
    const enabled = await this.#enableAll(wanted, mayAdd, signal)
    throwIfAborted(signal)
    const accounts = await this.heard(this.#keys(enabled), signal)
    throwIfAborted(signal)
    if (accounts.length === 0) return null
    this.#enabled = enabled
    this.#isAssumed = this.#hasRefused = false
    if (this.session) this.#show(accounts)
    else {
      this.#accounts = accounts
      this.session = this.#newSession()
      this.attach()
    }
    return this.session ?? null
  }

  /**
   * Asks the wallet to approve the networks. If the wallet knows all networks, it prompts once. If it knows only some of them, it
   * prompts once per known network. If the wallet knows none of them and `mayAdd` is true, adds the first network to it.
   */
  async #enableAll(
    wanted: readonly Network[],
    mayAdd: boolean,
    signal: AbortSignal,
  ): Promise<readonly Network[]> {
    const enable = async (networks: readonly Network[]): Promise<boolean> => {
      throwIfAborted(signal)
      const ids = networks.map(({ id }) => String(id))
      try {
        await this.heard(this.#ask('enable', ids.length === 1 ? ids[0] : ids), signal)
        return true
      } catch (error) {
        if (isLatchkeyError(error, 'network/not-added')) return false
        throw error
      }
    }
    const [first] = wanted
    if (!first || (await enable(wanted))) return wanted
    const known: Network[] = []
    for (const network of wanted.length > 1 ? wanted : []) {
      try {
        if (await enable([network])) known.push(network)
      } catch (error) {
        // If the visitor approves one network and declines the next, stay connected to the approved networks.
        if (known.length === 0 || !isLatchkeyError(error, 'wallet/user-rejected')) throw error
        break
      }
    }
    if (known.length > 0 || !mayAdd) return known
    throwIfAborted(signal)
    await this.#ask('experimentalSuggestChain', keplrChainInfo(first))
    return (await enable([first])) ? [first] : []
  }

  /**
   * Returns the selected key's accounts. Skips the networks on which the key has no account: a Ledger key may have none on
   * networks with Ethereum keys, and the wallet then fails with an unknown code. If there are no accounts at all, throws the first
   * failure.
   */
  async #keys(networks: readonly Network[]): Promise<Accounts> {
    const found = new Map<string, AccountRecord<'cosmos'>>()
    const failures: unknown[] = []
    for (const { id } of networks) {
      try {
        const record = accountFrom(await this.#ask('getKey', String(id)))
        if (record && !found.has(record.address)) found.set(record.address, record)
      } catch (error) {
        if (isLatchkeyError(error) && /^(flow|connection|wallet)\//.test(error.code)) throw error
        this.debug(`didn't return its key on ${id}`, error)
        failures.push(error)
      }
    }
    if (found.size === 0 && failures.length > 0) throw failures[0]
    return [...found.values()]
  }

  /** Returns the accounts on the enabled networks. Reads them again if another network was enabled meanwhile. */
  async #enabledKeys(): Promise<Accounts> {
    const enabled = this.#enabled
    const accounts = await this.#keys(enabled)
    return enabled === this.#enabled ? accounts : this.#enabledKeys()
  }

  #enabledOf(chainId: string): Network | undefined {
    return this.#enabled.find(({ id }) => String(id) === chainId)
  }

  #accountOn(network: Network): AccountRecord<'cosmos'> | undefined {
    return this.#accounts.find((account) => isOn(account, network))
  }

  /** Adds the account of a network that was enabled after the connection. The accounts stay in the order of the networks. */
  #addKey(chainId: string, key: unknown): void {
    const network = this.#enabledOf(chainId)
    const record = network && !this.#accountOn(network) && accountFrom(key)
    if (!record || !isOn(record, network)) return
    const place = (account: AccountRecord<'cosmos'>) => this.#enabled.findIndex((each) => isOn(account, each))
    this.#accounts = [...this.#accounts, record].sort((one, other) => place(one) - place(other))
  }

  /** Creates a session. Its accounts and networks are getters, so that they always return the wallet's latest state. */
  #newSession(): ConnectorSession {
    const current = () => ({
      accounts: this.#accounts,
      usable: this.#enabled.filter((network) => !network.cosmos || this.#accountOn(network)),
    })
    const offered = keplrMethods.filter((method) => typeof this.provider[method] === 'function')
    const session: ConnectorSession = {
      get accounts() {
        return current().accounts
      },
      get networks(): readonly CaipNetworkId[] {
        return current().usable.map(({ caipNetworkId }) => caipNetworkId)
      },
      methods: { cosmos: new Set(offered) },
      channel: (namespace) => {
        this.requireFamily(namespace)
        return { kind: 'native', dialect: 'keplr', provider: this.#port(() => this.requireOpen(session)) }
      },
    }
    return session
  }

  /** Returns the wallet for the adapter. Its calls run once, reject with our errors, and fail after the session's end. */
  #port(requireOpen: () => void): KeplrPort {
    const confirm = async () => {
      requireOpen()
      await this.#confirm()
      requireOpen()
    }
    const call =
      (method: keyof KeplrProvider) =>
      async (...input: unknown[]) => {
        if (method.startsWith('sign')) await confirm()
        else requireOpen()
        return this.#ask(method, ...input)
      }
    return {
      enable: async (chainIds) => {
        await call('enable')(chainIds)
        const networks = requestedNetworks(this.#context, 'cosmos')
        const added = networks.filter(({ id }) => [chainIds].flat().includes(String(id)))
        this.#enabled = [...new Set([...this.#enabled, ...added])]
      },
      confirm,
      getKey: async (chainId) => {
        const assumed = this.#assumedKey(chainId)
        if (assumed) return assumed
        const key = await call('getKey')(chainId)
        this.#addKey(chainId, key)
        return key
      },
      ...Object.fromEntries(keplrMethods.map((method) => [method, call(method)])),
    }
  }

  async #ask(method: keyof KeplrProvider, ...input: unknown[]): Promise<unknown> {
    const run = this.provider[method] as ((...input: unknown[]) => unknown) | undefined
    if (typeof run !== 'function') throw latchkeyError('wallet/method-unsupported', { values: { method } })
    try {
      return await this.untilEnd(async () => run.apply(this.provider, input))
    } catch (error) {
      throw keplrErrorFrom(error, method)
    }
  }

  protected listen(): Unsubscribe {
    return this.#context.page.listen(this.#event, () => void this.#look())
  }

  protected override observe(news: () => void): Unsubscribe {
    return this.#context.page.listen(this.#event, news)
  }

  /** Reads the accounts again, after the visitor selected another key or unlocked the wallet. */
  async #look(): Promise<void> {
    const session = this.session
    const reading = ++this.#readings
    const counts = () => session && session === this.session && reading === this.#readings
    try {
      const accounts = await this.#enabledKeys()
      if (!counts()) return
      this.#isAssumed = false
      this.#show(accounts)
    } catch (error) {
      const gone =
        isLatchkeyError(error, 'wallet/unauthorized') || isLatchkeyError(error, 'wallet/user-rejected')
      if (gone && counts()) this.#lock()
      else this.debug("didn't return the selected key", error)
    }
  }

  #show(accounts: Accounts): void {
    if (accounts.length === 0) {
      this.#lock()
      return
    }
    if (listOf(accounts) === listOf(this.#accounts)) return
    this.#accounts = accounts
    this.events.emit('accountsChanged', { namespace: 'cosmos', accounts })
  }

  #lock(): void {
    this.#hasRefused = true
    this.end('locked')
  }

  protected override revocation() {
    if (typeof this.provider.disable !== 'function') return undefined
    // After a reload, `#enabled` may have only the stored network, but the wallet may have approved all of the host's networks.
    const networks = new Set([...this.#enabled, ...requestedNetworks(this.#context, 'cosmos')])
    const chainIds = [...networks].map(({ id }) => String(id))
    return () => this.#ask('disable', chainIds)
  }

  protected override forget(): void {
    this.#isAssumed = false
    this.#enabled = []
  }
}

function accountFrom(key: unknown): AccountRecord<'cosmos'> | undefined {
  if (key === undefined || key === null) return undefined
  const { bech32Address, pubKey } = key as { bech32Address?: unknown; pubKey?: unknown }
  const address = typeof bech32Address === 'string' ? lowerBech32('cosmos', bech32Address) : ''
  if (!/^[a-z0-9]{1,83}1[a-z0-9]{38,58}$/.test(address)) throw invalidAnswer('getKey', 'a key')
  const bytes = Object.values((pubKey ?? {}) as Record<string, number>)
  const publicKey = bytes.map((byte) => Number(byte).toString(16).padStart(2, '0')).join('')
  return { namespace: 'cosmos', address, type: 'eoa', publicKey }
}

function isOn({ address }: AccountRecord<'cosmos'>, { cosmos }: Network): boolean {
  return cosmos !== undefined && address.startsWith(`${cosmos.bech32Prefix}1`)
}

function listOf(accounts: Accounts): string {
  return accounts.map(({ address }) => address).join()
}
