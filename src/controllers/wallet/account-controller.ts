import { type CaipAddress, caipAddress } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord, Connection, ConnectionStatus } from '../../core/wallet/connection.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import { Controller } from '../base/controller.ts'
import type { Guard } from '../base/guard.ts'
import type { Adapters } from './adapters.ts'
import type { ConnectorController } from './connector-controller.ts'
import type { NetworkController } from './network-controller.ts'

/** Specification 1, section 3, "Token balance". `address` is absent for the native token. */
export interface TokenBalance {
  readonly name: string
  readonly symbol: string
  readonly chainId: string
  readonly address?: string | undefined
  readonly value?: number | undefined
  readonly price: number
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl?: string | undefined
}

export interface WalletInfo {
  readonly name: string
  readonly icon?: string | undefined
  readonly type: string
  readonly rdns?: string | undefined
}

/** Specification 1, section 3, "Account state per chain". */
export interface AccountState {
  readonly status: ConnectionStatus
  readonly connectionId?: string | undefined
  readonly address?: string | undefined
  readonly caipAddress?: CaipAddress | undefined
  readonly allAccounts: readonly AccountRecord[]
  /** Of the native asset, in its smallest unit. */
  readonly balance?: Amount | undefined
  readonly balanceSymbol?: string | undefined
  readonly balanceLoading: boolean
  /** The last reading failed: what is shown is older. */
  readonly balanceStale: boolean
  readonly tokenBalance: readonly TokenBalance[]
  readonly profileName?: string | undefined
  readonly profileImage?: string | undefined
  readonly smartAccountDeployed: boolean
  readonly user?: { readonly email?: string | undefined; readonly username?: string | undefined } | undefined
  readonly preferredAccountType?: AccountType | undefined
  readonly socialProvider?: string | undefined
  readonly connectedWalletInfo?: WalletInfo | undefined
}
export type AccountsState = Readonly<Record<ChainNamespace, AccountState>>

export interface AccountEvents {
  connected: { readonly namespace: ChainNamespace; readonly connection: Connection }
  disconnected: { readonly namespace: ChainNamespace }
}

export interface AccountDeps {
  readonly network: Pick<NetworkController, 'state' | 'networkOf' | 'watch'>
  readonly connector: Pick<ConnectorController, 'setActiveId'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: Pick<Persistence, 'get' | 'set'>
  readonly clock: Pick<Clock, 'now'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

const disconnected: AccountState = Object.freeze({
  status: 'disconnected',
  allAccounts: [],
  balanceLoading: false,
  balanceStale: false,
  tokenBalance: [],
  smartAccountDeployed: false,
})
/** What belongs to one address on one network. */
const unread = {
  balance: undefined,
  balanceSymbol: undefined,
  balanceLoading: false,
  balanceStale: false,
  tokenBalance: [],
}
const unnamed = { profileName: undefined, profileImage: undefined, smartAccountDeployed: false }

/** The account of each family. Specification 1, sections 3 and 4; facts 3.5 and 3.6. */
export class AccountController extends Controller<AccountsState, AccountEvents> {
  readonly #deps: AccountDeps

  constructor(deps: AccountDeps) {
    super(Object.fromEntries(chainNamespaces.map((name) => [name, disconnected])) as AccountsState, deps.log)
    this.#deps = deps
  }

  start(): void {
    const { network } = this.#deps
    this.own(
      network.watch(
        ({ activeNetworks }) => activeNetworks,
        () =>
          this.batch(() => {
            for (const namespace of this.connectedNamespaces) this.#address(namespace)
          }),
      ),
    )
  }

  /** The account of the active family. */
  get active(): AccountState {
    return this.state[this.#deps.network.state.activeNamespace]
  }

  get connectedNamespaces(): readonly ChainNamespace[] {
    return chainNamespaces.filter((namespace) => this.isConnected(namespace))
  }

  isConnected(namespace: ChainNamespace): boolean {
    return this.state[namespace].status === 'connected'
  }

  namespaceOf(connectionId: string): ChainNamespace | undefined {
    return chainNamespaces.find((namespace) => this.state[namespace].connectionId === connectionId)
  }

  /** A disconnected status resets the account, and forgets the stored connector. */
  setStatus(status: Exclude<ConnectionStatus, 'connected'>, namespace: ChainNamespace): void {
    if (status === 'disconnected') this.resetAccount(namespace)
    else this.#set(namespace, { status })
  }

  setConnected(connection: Connection, connectedWalletInfo: WalletInfo): void {
    const { namespace } = connection
    this.batch(() => {
      this.#set(namespace, { status: 'connected', connectionId: connection.id, connectedWalletInfo })
      this.setAccounts(namespace, connection.accounts)
    })
    this.#deps.connector.setActiveId(namespace, connection.connectorId)
    this.emit('connected', { namespace, connection })
  }

  /** The first account is the active one. What was known of another one is forgotten. */
  setAccounts(namespace: ChainNamespace, allAccounts: readonly AccountRecord[]): void {
    this.batch(() => {
      if (JSON.stringify(allAccounts) !== JSON.stringify(this.state[namespace].allAccounts))
        this.#set(namespace, { allAccounts })
      this.#address(namespace)
    })
  }

  setPreferredAccountType(namespace: ChainNamespace, preferredAccountType: AccountType): void {
    this.#set(namespace, { preferredAccountType })
  }

  /** Clears every field. */
  resetAccount(namespace: ChainNamespace): void {
    const { status } = this.state[namespace]
    this.#deps.connector.setActiveId(namespace, undefined)
    this.patch({ [namespace]: disconnected })
    if (status !== 'disconnected') this.emit('disconnected', { namespace })
  }

  /**
   * Reads the native balance; one that is less than 30 s old is not read again, unless `fresh` is asked for. When
   * reading fails, the last known one stays, marked stale.
   * @throws `connection/not-connected`, or what the endpoint reports.
   */
  updateBalance(
    namespace: ChainNamespace,
    opts: CallOptions & { readonly fresh?: boolean } = {},
  ): Promise<Amount> {
    return this.#deps.guard('API_ERROR', async () => {
      const { caipAddress: account } = this.state[namespace]
      if (!account) throw latchkeyError('connection/not-connected')
      // A late answer must not be shown for another account or network.
      const write = (partial: Partial<AccountState>) => {
        if (this.state[namespace].caipAddress === account) this.#set(namespace, partial)
      }
      write({ balanceLoading: true })
      try {
        const { readBalance } = await import('./native-balance.ts')
        const balance = await readBalance(this.#deps, namespace, account, opts)
        write({ balance, balanceSymbol: balance.symbol, balanceStale: false })
        return balance
      } catch (error) {
        write({ balanceStale: this.state[namespace].balance !== undefined })
        throw error
      } finally {
        write({ balanceLoading: false })
      }
    })
  }

  #address(namespace: ChainNamespace): void {
    const { allAccounts, address, caipAddress: before } = this.state[namespace]
    const next = allAccounts[0]?.address
    const { caipNetworkId } = this.#deps.network.networkOf(namespace)
    const account = next === undefined ? undefined : caipAddress(caipNetworkId, next)
    if (account === before) return
    this.#set(namespace, { address: next, caipAddress: account, ...unread, ...(next !== address && unnamed) })
  }

  #set(namespace: ChainNamespace, partial: Partial<AccountState>): void {
    this.patch({ [namespace]: Object.freeze({ ...this.state[namespace], ...partial }) })
  }
}
