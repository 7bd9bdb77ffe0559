import { type Loaded, loadOnce } from '../../core/async/load-once.ts'
import type { CaipAddress } from '../../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces } from '../../core/chain/namespace.ts'
import type { Guard } from '../../core/errors/guard.ts'
import { isLatchkeyError, latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord, ConnectionStatus } from '../../core/wallet/connection.ts'
import type { AccountType } from '../../core/wallet/family.ts'
import type { SocialName } from '../../core/wallet/list/socials.ts'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'
import type { Amount } from '../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger } from '../../ports.ts'
import type { Persistence } from '../../services/persistence.ts'
import { Controller } from '../base/controller.ts'
import type { Adapters } from './adapters.ts'
import type {
  ConnectionsController,
  ConnectionsEvents,
  RememberedWallet,
  WalletInfo,
} from './connections-controller.ts'
import type { BalanceReader } from './native-balance.ts'
import type { NetworkController } from './network-controller.ts'

/** The user who logged in to an embedded wallet. */
export interface AccountUser {
  readonly email?: string | undefined
  /** The visitor's name at the social provider. */
  readonly username?: string | undefined
}

/** The fields that a login to an embedded wallet adds to the account. */
interface AccountLogin {
  /** The user of the embedded wallet. Set while the account belongs to an embedded wallet that has reported its user. */
  readonly user?: AccountUser | undefined
  /** The social provider of the login. Undefined for a login by email. */
  readonly socialProvider?: SocialName | undefined
  /** On eip155, whether the smart account was already deployed when the visitor connected. */
  readonly smartAccountDeployed?: boolean | undefined
}

/** The account of one chain family (S1.3, "Account state per chain"). */
export interface AccountState<N extends ChainNamespace = ChainNamespace> extends AccountLogin {
  readonly status: ConnectionStatus
  readonly connectionId?: string | undefined
  readonly address?: string | undefined
  readonly caipAddress?: CaipAddress<N> | undefined
  /** The wallet's accounts, at most 1,000. If the list has 1,000 accounts, the wallet may have more. */
  readonly allAccounts: readonly AccountRecord<N>[]
  /** The native balance. `value` is in the smallest unit (wei, lamports, sats). */
  readonly balance?: Amount | undefined
  readonly balanceSymbol?: string | undefined
  readonly balanceLoading: boolean
  /** Whether the last read failed. If so, `balance` is an older value. */
  readonly balanceStale: boolean
  /** The account's name, such as an ENS name. Set by `names.identify`. */
  readonly profileName?: string | undefined
  /** The URL of the name's picture: `https` or `data:image/`. */
  readonly profileImage?: string | undefined
  /** The balances of all tokens, native coin first. Set when `portfolio` has read them. */
  readonly tokenBalance?: readonly TokenBalance[] | undefined
  readonly preferredAccountType?: AccountType<N> | undefined
  readonly connectedWalletInfo?: WalletInfo | undefined
  /**
   * The wallet to reconnect, while no wallet is connected. Its stored connection isn't restored yet, because the wallet is
   * locked, slow or not in the page. Latchkey restores the connection without a prompt as soon as the wallet can be reached. You
   * can also call `connect({ connectorId })`, which prompts the visitor.
   */
  readonly rememberedWallet?: RememberedWallet | undefined
}
/** The accounts by family. Each account has the types of its family. */
export type AccountsState = { readonly [N in ChainNamespace]: AccountState<N> }

export type AccountEvents = ConnectionsEvents

export interface AccountDeps {
  readonly network: Pick<NetworkController, 'state'>
  readonly connections: Pick<ConnectionsController, 'state' | 'on' | 'subscribe'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly persistence: Pick<Persistence, 'get' | 'set' | 'getCache' | 'setCache'>
  readonly clock: Pick<Clock, 'now'>
  readonly guard: Guard
  readonly log?: Pick<Logger, 'error'> | undefined
}

const disconnected: AccountState<never> = Object.freeze({
  status: 'disconnected',
  allAccounts: [],
  balanceLoading: false,
  balanceStale: false,
})
/** The initial values of the fields that belong to one address on one network. */
const unread = {
  balance: undefined,
  balanceSymbol: undefined,
  balanceLoading: false,
  balanceStale: false,
  profileName: undefined,
  profileImage: undefined,
  tokenBalance: undefined,
}
/** The initial values of the fields that belong to one login. */
const loggedOut: AccountLogin = {
  user: undefined,
  socialProvider: undefined,
  smartAccountDeployed: undefined,
}

/** Holds the account of each chain family (S1.3, S1.4, S3.3.5, S3.3.6). */
export class AccountController extends Controller<AccountsState, AccountEvents> {
  readonly #deps: AccountDeps
  readonly #reader: Loaded<BalanceReader>

  constructor(deps: AccountDeps) {
    super(
      Object.fromEntries(chainNamespaces.map((name) => [name, disconnected])) as unknown as AccountsState,
      deps.log,
    )
    this.#deps = deps
    this.#reader = loadOnce(async () => (await import('./native-balance.ts')).createBalanceReader(deps))
    // Subscribe before the network controller does, so that listeners to a change of the network see the account on that network.
    this.own(
      deps.connections.subscribe(() =>
        this.batch(() => {
          for (const namespace of chainNamespaces) this.#follow(namespace)
        }),
      ),
    )
  }

  start(): void {
    const { connections } = this.#deps
    this.own(connections.on('connected', (event) => this.emit('connected', event)))
    this.own(connections.on('disconnected', (event) => this.emit('disconnected', event)))
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

  /** Sets the preferred account type, for wallets with several types. Stores this type for the next visit. */
  setPreferredAccountType(namespace: ChainNamespace, preferredAccountType: AccountType): void {
    const { persistence } = this.#deps
    this.#set(namespace, { preferredAccountType })
    const stored = persistence.get('preferredAccountTypes')
    persistence.set('preferredAccountTypes', { ...stored, [namespace]: preferredAccountType })
  }

  /**
   * Reads the native balance. Without `fresh`, reuses a balance that was read less than 30 s ago. If the read fails, the state
   * keeps the last balance, with `balanceStale` set.
   * @throws `connection/not-connected`, or the endpoint's error.
   */
  updateBalance(
    namespace: ChainNamespace,
    opts: CallOptions & { readonly fresh?: boolean } = {},
  ): Promise<Amount> {
    return this.#deps.guard('API_ERROR', async () => {
      const { caipAddress: account } = this.state[namespace]
      if (!account) throw latchkeyError('connection/not-connected')
      // Ignore a late answer for another account or network.
      const write = (partial: Partial<AccountState>) => {
        if (this.state[namespace].caipAddress === account) this.#set(namespace, partial)
      }
      write({ balanceLoading: true })
      try {
        const read = await this.#reader.load()
        const balance = await read(namespace, account, opts)
        write({ balance, balanceSymbol: balance.symbol, balanceStale: false, balanceLoading: false })
        return balance
      } catch (error) {
        // An aborted read isn't a failure.
        const stale = !isLatchkeyError(error, 'flow/aborted') && this.state[namespace].balance !== undefined
        write({ balanceLoading: false, ...(stale && { balanceStale: true }) })
        throw error
      }
    })
  }

  /** Adds details about an account on its network. Does nothing if the account has changed. */
  setDetails(
    account: CaipAddress,
    details: Pick<AccountState, 'profileName' | 'profileImage' | 'tokenBalance' | keyof AccountLogin>,
  ): void {
    const namespace = account.slice(0, account.indexOf(':')) as ChainNamespace
    if (this.state[namespace].caipAddress === account) this.#set(namespace, details)
  }

  #preferred(namespace: ChainNamespace): AccountType | undefined {
    return this.#deps.persistence.get('preferredAccountTypes')?.[namespace] as AccountType | undefined
  }

  /** Copies the family's connection to the state. Clears data of another account or network. */
  #follow(namespace: ChainNamespace): void {
    const { status, connection, wallet, remembered } = this.#deps.connections.state[namespace]
    const before = this.state[namespace]
    if (!connection) {
      if (before.status !== status || before.rememberedWallet !== remembered)
        this.patch({
          [namespace]: {
            ...disconnected,
            status,
            ...(remembered && { rememberedWallet: remembered }),
          },
        })
      return
    }
    const [{ address }] = connection.accounts
    const [account] = connection.addresses
    const next: Partial<AccountState> = {
      status,
      connectionId: connection.id,
      allAccounts: connection.accounts,
      connectedWalletInfo: wallet,
      ...(before.rememberedWallet && { rememberedWallet: undefined }),
      address,
      caipAddress: account,
      ...(account !== before.caipAddress && unread),
      ...(before.user && connection.id !== before.connectionId && loggedOut),
      ...(before.connectionId === undefined && { preferredAccountType: this.#preferred(namespace) }),
    }
    const keys = Object.keys(next) as (keyof AccountState)[]
    if (keys.some((key) => !Object.is(next[key], this.state[namespace][key]))) this.#set(namespace, next)
  }

  #set(namespace: ChainNamespace, partial: Partial<AccountState>): void {
    this.patch({ [namespace]: Object.freeze({ ...this.state[namespace], ...partial }) })
  }
}
