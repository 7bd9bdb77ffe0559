import type { EmbeddedWalletState } from '../../controllers/features/embedded-wallet/embedded-wallet.ts'
import type { AccountsState } from '../../controllers/wallet/account-controller.ts'
import type { NetworkState } from '../../controllers/wallet/network.ts'
import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { AccountType } from '../../core/wallet/family.ts'

/** The login to the embedded wallet. Lacks AppKit's field for whether a smart account is deployed. */
export interface EmbeddedWalletInfo {
  readonly user: { readonly email?: string | undefined; readonly username?: string | undefined } | undefined
  /** The login method: a social provider such as `google`, or `email`. */
  readonly authProvider: string
  readonly accountType: AccountType
}

/** The account of a family, in AppKit's form (S3.10.2). */
export interface AppKitAccount {
  readonly allAccounts: readonly AccountRecord[]
  readonly caipAddress: CaipAddress | undefined
  readonly address: string | undefined
  readonly isConnected: boolean
  readonly status: 'connected' | 'connecting' | 'reconnecting' | 'disconnected' | undefined
  readonly embeddedWalletInfo: EmbeddedWalletInfo | undefined
}

/** The account that hooks return before an instance is created. */
export const noAccount: AppKitAccount = Object.freeze({
  allAccounts: [],
  caipAddress: undefined,
  address: undefined,
  isConnected: false,
  status: undefined,
  embeddedWalletInfo: undefined,
})

export function accountOf(
  accounts: AccountsState,
  namespace: ChainNamespace,
  embedded: EmbeddedWalletState,
): AppKitAccount {
  const { allAccounts, caipAddress, address, status, connectedWalletInfo } = accounts[namespace]
  return {
    allAccounts,
    caipAddress,
    address,
    isConnected: caipAddress !== undefined,
    status: status === 'restoring' ? 'reconnecting' : status,
    embeddedWalletInfo:
      connectedWalletInfo?.type === 'AUTH' && allAccounts[0] ? loginOf(embedded, allAccounts[0]) : undefined,
  }
}

function loginOf(
  { email, userName, socialProvider }: EmbeddedWalletState,
  { type }: AccountRecord,
): EmbeddedWalletInfo {
  const known = email !== undefined || userName !== undefined
  return {
    user: known ? { email, username: userName } : undefined,
    authProvider: socialProvider ?? 'email',
    accountType: type,
  }
}

/** The active network, in AppKit's form. */
export interface AppKitNetworkState {
  readonly caipNetwork: ChainNetwork | undefined
  /** The chain id. A number on eip155, text in other families. */
  readonly chainId: number | string | undefined
  readonly caipNetworkId: CaipNetworkId | undefined
}

export const noNetwork: AppKitNetworkState = Object.freeze({
  caipNetwork: undefined,
  chainId: undefined,
  caipNetworkId: undefined,
})

export function networkStateOf(
  { activeNetworks, activeNamespace }: NetworkState,
  namespace: ChainNamespace = activeNamespace,
): AppKitNetworkState {
  const network = activeNetworks[namespace]
  if (!network) return noNetwork
  return { caipNetwork: network, chainId: chainIdOf(network), caipNetworkId: network.caipNetworkId }
}

function chainIdOf({ chainNamespace, id }: ChainNetwork): number | string {
  return chainNamespace === 'eip155' ? Number(id) : id
}
