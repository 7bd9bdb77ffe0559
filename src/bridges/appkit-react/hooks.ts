import { useController } from 'latchkey/react'
import { useCallback, useMemo, useSyncExternalStore } from 'react'
import type { ThemeMode } from '../../controllers/shell/theme-controller.ts'
import type { WalletInfo } from '../../controllers/wallet/connections-controller.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { NetworkInput } from '../../core/chain/network.ts'
import type { ConnectionProvider } from '../../core/wallet/connection-provider.ts'
import type { AppKit } from '../appkit/app-kit.ts'
import type { AppKitEvent } from '../appkit/methods/event-methods.ts'
import type { AppKitState } from '../appkit/methods/modal-methods.ts'
import { type AppKitTheme, themeOf } from '../appkit/methods/theme-methods.ts'
import {
  type AppKitAccount,
  type AppKitNetworkState,
  accountOf,
  networkStateOf,
  noAccount,
  noNetwork,
} from '../appkit/state-shapes.ts'
import type { AppKitThemeVariables } from '../appkit/theme-variables.ts'
import { notCreated, useKit, useSharedKit, useStateOf } from './instance.ts'

interface FamilyOption {
  /** The family. Default: the active family. */
  readonly namespace?: ChainNamespace | undefined
}

/**
 * Returns functions that open and close the modal.
 * @throws `config/not-created` before `createAppKit`.
 */
export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { open, close } = useKit('useAppKit')
  return useMemo(() => ({ open, close }), [open, close])
}

/** Returns the connected account. Before `createAppKit`, returns a disconnected account. */
export function useAppKitAccount({ namespace }: FamilyOption = {}): AppKitAccount {
  const client = useSharedKit()?.client
  const network = useStateOf(client?.network)
  const account = useStateOf(client?.account)
  const embedded = useStateOf(client?.embeddedWallet)
  return useMemo(
    () =>
      account && network && embedded
        ? accountOf(account, namespace ?? network.activeNamespace, embedded)
        : noAccount,
    [account, network, embedded, namespace],
  )
}

/** Returns the active network, and a function that switches the network. Before `createAppKit`, the network is undefined. */
export function useAppKitNetwork(): AppKitNetworkState & {
  /** Switches the network. @throws `config/not-created` before `createAppKit`; the errors of `AppKit.switchNetwork`. */
  readonly switchNetwork: (network: Pick<NetworkInput, 'id'>) => Promise<void>
} {
  const kit = useSharedKit()
  const state = useStateOf(kit?.client.network)
  const switchNetwork = useCallback(
    async (network: Pick<NetworkInput, 'id'>) => {
      if (!kit) throw notCreated('useAppKitNetwork')
      await kit.switchNetwork(network)
    },
    [kit],
  )
  return useMemo(
    () => ({ ...(state ? networkStateOf(state) : noNetwork), switchNetwork }),
    [state, switchNetwork],
  )
}

/** Returns the same values as `useAppKitNetwork`, without `switchNetwork`. */
export function useAppKitNetworkCore(): AppKitNetworkState {
  const { caipNetwork, chainId, caipNetworkId } = useAppKitNetwork()
  return { caipNetwork, chainId, caipNetworkId }
}

/**
 * Returns the state of the modal and the active network.
 * @throws `config/not-created` before `createAppKit`.
 */
export function useAppKitState(): AppKitState {
  const { client, stores } = useKit('useAppKitState')
  const { initialized: store } = stores
  const initialized = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getInitialSnapshot)
  const { open, loading } = useController(client.modal)
  const { activeNamespace: activeChain, activeNetworks } = useController(client.network)
  const selectedNetworkId = activeNetworks[activeChain]?.caipNetworkId
  return { initialized, loading, open, selectedNetworkId, activeChain }
}

/**
 * Returns the theme, and functions that change it.
 * @throws `config/not-created` before `createAppKit`.
 */
export function useAppKitTheme(): AppKitTheme & {
  /** Sets the theme mode. Does nothing if `mode` is undefined. */
  readonly setThemeMode: (mode: ThemeMode | undefined) => void
  readonly setThemeVariables: (variables: AppKitThemeVariables | undefined) => void
} {
  const kit = useKit('useAppKitTheme')
  const state = useController(kit.client.theme)
  return useMemo(
    () => ({
      ...themeOf(state),
      setThemeMode: (mode) => {
        if (mode) kit.setThemeMode(mode)
      },
      setThemeVariables: (variables) => {
        if (variables) kit.setThemeVariables(variables)
      },
    }),
    [state, kit],
  )
}

/**
 * Returns the last event.
 * @throws `config/not-created` before `createAppKit`.
 */
export function useAppKitEvents(): AppKitEvent {
  const { event } = useKit('useAppKitEvents').stores
  return useSyncExternalStore(event.subscribe, event.getSnapshot, event.getInitialSnapshot)
}

/** Returns a function that disconnects one family or all families. */
export function useDisconnect(): {
  /** Disconnects the wallet. @throws `config/not-created` before `createAppKit`; the errors of `Latchkey.disconnect`. */
  readonly disconnect: (options?: FamilyOption) => Promise<void>
} {
  const kit = useSharedKit()
  const disconnect = useCallback(
    async ({ namespace }: FamilyOption = {}) => {
      if (!kit) throw notCreated('useDisconnect')
      await kit.disconnect(namespace)
    },
    [kit],
  )
  return useMemo(() => ({ disconnect }), [disconnect])
}

/** Returns a family's wallet provider, for other libraries. Only eip155 has a provider. */
export function useAppKitProvider<T = ConnectionProvider>(
  namespace: ChainNamespace,
): { readonly walletProvider: T | undefined; readonly walletProviderType: string | undefined } {
  const family = useStateOf(useSharedKit()?.client.connections)?.[namespace]
  return useMemo(
    // As in AppKit, the caller chooses the provider's type.
    () => ({
      walletProvider: family?.connection?.provider as T | undefined,
      walletProviderType: family?.wallet?.type,
    }),
    [family],
  )
}

/**
 * Returns the connected wallet's name and icon.
 * @throws `config/not-created` before `createAppKit`.
 */
export function useWalletInfo(namespace?: ChainNamespace): { readonly walletInfo: WalletInfo | undefined } {
  const { client } = useKit('useWalletInfo')
  const active = useController(client.network, ({ activeNamespace }) => activeNamespace)
  const walletInfo = useController(
    client.account,
    (accounts) => accounts[namespace ?? active].connectedWalletInfo,
  )
  return useMemo(() => ({ walletInfo }), [walletInfo])
}
