import { loadOnce } from '../../core/async/load-once.ts'
import type { Hex } from '../../core/chain/caip.ts'
import type { ServiceSmartAccounts, ServiceUser, ServiceWallet } from '../../core/wallet/wallet-service.ts'
import type { Clock, Fetch, NodeHealth } from '../../ports.ts'
import type { WalletKeys } from '../keys/wallet-keys.ts'
import type { WalletNetwork } from '../networks.ts'
import type { Store } from '../store/store.ts'
import type { ChainAccount } from './chain-account.ts'
import { type AccountType, type Preference, preferenceIn } from './preference.ts'

interface Account {
  readonly address: string
  readonly type: AccountType
}

/** The logged-in user's accounts on one network. */
export interface OwnAccounts {
  readonly user: ServiceUser
  readonly wallet: ServiceWallet
  /** The account that the user prefers. */
  readonly preferred: Account
  /** All accounts, preferred account first. */
  readonly all: readonly Account[]
}

/** The wallet's standard account, and its smart account on each network that supports smart accounts. */
export interface Accounts {
  /** Whether any network has smart accounts. */
  readonly exist: boolean
  /** The contracts (factories) that create smart accounts. */
  readonly factories: readonly string[]
  /** Returns whether a network has smart accounts. */
  covers(network: WalletNetwork): boolean
  /**
   * Returns the user's accounts on a network.
   * @param wanted The page's preference. Used if the user has not chosen an account type.
   */
  on(network: WalletNetwork, wanted?: AccountType): Promise<OwnAccounts>
  /**
   * Stores the user's preference.
   * @throws if the network has no such account.
   */
  prefer(type: AccountType, network: WalletNetwork): Promise<Account>
  /** Returns the smart account on a network. Returns undefined if the network doesn't have smart accounts. */
  smart(owner: string, network: WalletNetwork): Promise<ChainAccount | undefined>
}

interface AccountsSurroundings {
  readonly keys: WalletKeys
  readonly store: Store
  readonly chains: readonly ServiceSmartAccounts[]
  readonly fetch: Fetch
  /** The `fetch` for bundlers and paymasters, which only logged-in visitors can use. */
  readonly userFetch: Fetch
  readonly clock: Clock
  /** The health of the nodes, shared with the frame's other requests. */
  readonly health: NodeHealth
}

export function accountsOf({
  keys,
  store,
  chains,
  fetch,
  userFetch,
  clock,
  health,
}: AccountsSurroundings): Accounts {
  const preference: Preference = preferenceIn(store)
  // Load this code only when it is needed, because the chain library is large.
  const library = loadOnce(() => import('./chain-account.ts'))
  const made = new Map<string, Promise<ChainAccount>>()

  const chainOf = (network: WalletNetwork) =>
    network.chainNamespace === 'eip155'
      ? chains.find(({ chainId }) => chainId === Number(network.id))
      : undefined

  async function open(owner: string, network: WalletNetwork, chain: ServiceSmartAccounts) {
    const { chainAccount } = await library.load()
    const account = await chainAccount({
      owner: owner as Hex,
      network,
      chain,
      fetch,
      userFetch,
      clock,
      health,
    })
    // A dishonest service or node could return another account to divert payments to it.
    const kept = await store
      .change<string>(`smart account of ${owner} on ${chain.chainId}`, (known) => known ?? account.address)
      .catch(() => account.address)
    if (kept !== account.address)
      throw new Error(
        'The service or node returned a different smart account than the one that this browser knows.',
      )
    return account
  }

  async function smart(owner: string, network: WalletNetwork): Promise<ChainAccount | undefined> {
    const chain = chainOf(network)
    if (!chain) return undefined
    const name = `${owner} ${chain.chainId}`
    const opening = made.get(name) ?? open(owner, network, chain)
    made.set(name, opening)
    opening.catch(() => made.delete(name))
    return opening
  }

  async function on(network: WalletNetwork, wanted?: AccountType): Promise<OwnAccounts> {
    const { user, wallet } = await keys.wallet()
    const plain: Account = { address: wallet.addresses[network.chainNamespace], type: 'eoa' }
    if (!chainOf(network)) return { user, wallet, preferred: plain, all: [plain] }
    const type = (await preference.of(user.id)) ?? wanted ?? 'eoa'
    const own = await smart(wallet.addresses.eip155, network).catch((error: unknown) => {
      // If the standard account is preferred, return it even if no node can be reached.
      if (type === 'smartAccount') throw error
      return undefined
    })
    if (!own) return { user, wallet, preferred: plain, all: [plain] }
    const contract: Account = { address: own.address, type: 'smartAccount' }
    const all = type === 'eoa' ? [plain, contract] : [contract, plain]
    return { user, wallet, preferred: type === 'eoa' ? plain : contract, all }
  }

  return {
    exist: chains.length > 0,
    factories: chains.map(({ factory }) => factory),
    covers: (network) => chainOf(network) !== undefined,
    on,
    smart,
    async prefer(type, network) {
      if (type === 'smartAccount' && !chainOf(network))
        throw new Error(`This wallet has no smart accounts on ${network.name}.`)
      const { user, wallet } = await keys.wallet()
      if (type === 'smartAccount') await smart(wallet.addresses.eip155, network)
      await preference.set(user.id, type)
      return (await on(network)).preferred
    },
  }
}
