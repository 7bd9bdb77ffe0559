import { isChainNamespace } from 'latchkey'
import { useCallback, useMemo } from 'react'
import type { OpenOptions } from '../../controllers/coordinators/modal.ts'
import type { EmbeddedWalletState } from '../../controllers/features/embedded-wallet/embedded-wallet.ts'
import type { ThemeState } from '../../controllers/shell/theme-controller.ts'
import type { View } from '../../controllers/shell/views.ts'
import type { AccountState } from '../../controllers/wallet/account-controller.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'
import type { SocialName } from '../../core/wallet/list/socials.ts'
import type { ConnectorView } from '../../core/wallet/list/wallet-list.ts'
import { useShownAccount, useShownFamily } from '../snapshot.ts'
import { useController } from './use-controller.ts'
import { useLatchkey } from './use-latchkey.ts'

export interface FamilyOption<N extends ChainNamespace = ChainNamespace> {
  /** The chain family. Default: the active family. */
  readonly namespace?: N | undefined
}

/** Returns the modal's state, with `open` and `close`. */
export function useModal(): {
  readonly open: (options?: OpenOptions) => Promise<void>
  readonly close: () => void
  readonly isOpen: boolean
  readonly isLoading: boolean
  readonly view: View
} {
  const latchkey = useLatchkey()
  const { open: isOpen, loading: isLoading } = useController(latchkey.modal)
  const view = useController(latchkey.router, (state) => state.view)
  const open = useCallback((options?: OpenOptions) => latchkey.open(options), [latchkey])
  const close = useCallback(() => latchkey.close(), [latchkey])
  return { open, close, isOpen, isLoading, view }
}

/** The user and account of the embedded wallet (S3.10.1). */
export interface EmbeddedWalletInfo {
  readonly user: { readonly email?: string | undefined; readonly username?: string | undefined }
  readonly authProvider: SocialName | 'email'
  /** `eoa`, or `smartAccount` (eip155 only). */
  readonly accountType: AccountRecord['type'] | undefined
  readonly isSmartAccountDeployed: boolean
}

/**
 * Returns the account of a chain family: address, accounts, status, balance and wallet details.
 * @throws `connection/namespace-not-configured` for a `namespace` that isn't a chain family.
 */
export function useAccount<N extends ChainNamespace = ChainNamespace>({
  namespace,
}: FamilyOption<N> = {}): AccountState<N> & {
  readonly namespace: N
  readonly isConnected: boolean
  /** Set only while the embedded wallet is connected. */
  readonly embeddedWalletInfo: EmbeddedWalletInfo | undefined
} {
  const latchkey = useLatchkey()
  const family = useFamily(namespace) as N
  const account = useShownAccount(latchkey, family) as AccountState<N>
  const isEmbedded = useController(
    latchkey.connector,
    ({ activeConnectorIds }) => latchkey.connector.find(activeConnectorIds[family] ?? '')?.type === 'AUTH',
  )
  const wallet = useController(latchkey.embeddedWallet, (state) => (isEmbedded ? state : undefined))
  return useMemo(
    () => ({
      ...account,
      namespace: family,
      isConnected: account.status === 'connected',
      embeddedWalletInfo: wallet && infoOf(wallet, account),
    }),
    [account, family, wallet],
  )
}

/**
 * Returns `namespace`, or the active family if `namespace` is undefined. A component that passes a family doesn't rerender when
 * the active family changes.
 * @throws `connection/namespace-not-configured` for a name that isn't a chain family.
 */
function useFamily(namespace: ChainNamespace | undefined): ChainNamespace {
  const family = useShownFamily(useLatchkey(), namespace)
  if (isChainNamespace(family)) return family
  throw latchkeyError('connection/namespace-not-configured', { values: { namespace: String(family) } })
}

function infoOf(wallet: EmbeddedWalletState, { address, allAccounts }: AccountState): EmbeddedWalletInfo {
  const { email, userName, socialProvider, smartAccountDeployed = false } = wallet
  return {
    user: { email, username: userName },
    authProvider: socialProvider ?? 'email',
    accountType: allAccounts.find((one) => one.address === address)?.type,
    isSmartAccountDeployed: smartAccountDeployed,
  }
}

/**
 * Returns the active network of a chain family, the host's networks of all families, and `switchNetwork`. `isSwitching` is true
 * while a switch of `namespace` is pending. If `namespace` is undefined, a switch of any family counts.
 * @throws `connection/namespace-not-configured` for a `namespace` that isn't a chain family.
 */
export function useNetwork({ namespace }: FamilyOption = {}): {
  readonly network: ChainNetwork | undefined
  readonly networks: readonly ChainNetwork[]
  readonly isSupported: boolean
  readonly isSwitching: boolean
  readonly switchNetwork: (network: CaipNetworkId, opts?: { readonly signal?: AbortSignal }) => Promise<void>
} {
  const latchkey = useLatchkey()
  const family = useFamily(namespace)
  const network = useController(latchkey.network, (state) => state.activeNetworks[family])
  const networks = useController(latchkey.network, (state) => state.requestedNetworks)
  // The network changes just before the switch ends. If the target network is already active, count the switch as ended. So one
  // render shows both changes.
  const isSwitching = useController(
    latchkey.networkSwitch,
    ({ target }) =>
      target !== undefined &&
      (namespace ?? target.chainNamespace) === target.chainNamespace &&
      target.caipNetworkId !== network?.caipNetworkId,
  )
  const switchNetwork = useCallback(
    (id: CaipNetworkId, opts?: { readonly signal?: AbortSignal }) => latchkey.switchNetwork(id, opts),
    [latchkey],
  )
  const isSupported = network === undefined || latchkey.network.isSupported(network)
  return { network, networks, isSupported, isSwitching, switchNetwork }
}

/** Returns the installed wallets and the other connectors that the visitor can choose from. */
export function useWallets(): readonly ConnectorView[] {
  return useController(useLatchkey().connector, (state) => state.connectors)
}

/** Returns the theme's mode and variables, with their setters. */
export function useTheme(): ThemeState & {
  readonly setThemeMode: (mode: ThemeState['themeMode']) => void
  readonly setThemeVariables: (variables: ThemeState['themeVariables']) => void
} {
  const { theme } = useLatchkey()
  const state = useController(theme)
  return useMemo(
    () => ({
      ...state,
      setThemeMode: (mode) => theme.setThemeMode(mode),
      setThemeVariables: (variables) => theme.setThemeVariables(variables),
    }),
    [state, theme],
  )
}
