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
} from '../appkit/readings.ts'
import type { AppKitThemeVariables } from '../appkit/theme-variables.ts'
import { notCreated, useKit, useSharedKit, useStateOf } from './instance.ts'

interface FamilyOption {
  /** Default: the family where the visitor is. */
  readonly namespace?: ChainNamespace | undefined
}

/** Opens and closes the modal. @throws `config/not-created` before `createAppKit`. */
export function useAppKit(): Pick<AppKit, 'open' | 'close'> {
  const { open, close } = useKit('useAppKit')
  return useMemo(() => ({ open, close }), [open, close])
}

/** Who is connected. Before `createAppKit` it is nobody. */
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

/** Where the visitor is, and the way to another network. Before `createAppKit` it is nowhere. */
export function useAppKitNetwork(): AppKitNetworkState & {
  /** @throws `config/not-created` before `createAppKit`; what `AppKit.switchNetwork` throws. */
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

/** `useAppKitNetwork` without the way to another network. */
export function useAppKitNetworkCore(): AppKitNetworkState {
  const { caipNetwork, chainId, caipNetworkId } = useAppKitNetwork()
  return { caipNetwork, chainId, caipNetworkId }
}

/** @throws `config/not-created` before `createAppKit`. */
export function useAppKitState(): AppKitState {
  const { client, stores } = useKit('useAppKitState')
  const { initialized: store } = stores
  const initialized = useSyncExternalStore(store.subscribe, store.getSnapshot, store.getInitialSnapshot)
  const { open, loading } = useController(client.modal)
  const { activeNamespace: activeChain, activeNetworks } = useController(client.network)
  const selectedNetworkId = activeNetworks[activeChain]?.caipNetworkId
  return { initialized, loading, open, selectedNetworkId, activeChain }
}

/** @throws `config/not-created` before `createAppKit`. */
export function useAppKitTheme(): AppKitTheme & {
  /** Nothing given changes nothing. */
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

/** What happened last. @throws `config/not-created` before `createAppKit`. */
export function useAppKitEvents(): AppKitEvent {
  const { event } = useKit('useAppKitEvents').stores
  return useSyncExternalStore(event.subscribe, event.getSnapshot, event.getInitialSnapshot)
}

/** Ends the connection of a family, or all. */
export function useDisconnect(): {
  /** @throws `config/not-created` before `createAppKit`; what `Latchkey.disconnect` throws. */
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

/** What libraries use the connection of a family through; families beside eip155 have no provider. */
export function useAppKitProvider<T = ConnectionProvider>(
  namespace: ChainNamespace,
): { readonly walletProvider: T | undefined; readonly walletProviderType: string | undefined } {
  const family = useStateOf(useSharedKit()?.client.connections)?.[namespace]
  return useMemo(
    // The host says what it takes the provider for, as with AppKit.
    () => ({
      walletProvider: family?.connection?.provider as T | undefined,
      walletProviderType: family?.wallet?.type,
    }),
    [family],
  )
}

/** @throws `config/not-created` before `createAppKit`. */
export function useWalletInfo(namespace?: ChainNamespace): { readonly walletInfo: WalletInfo | undefined } {
  const { client } = useKit('useWalletInfo')
  const active = useController(client.network, ({ activeNamespace }) => activeNamespace)
  const walletInfo = useController(
    client.account,
    (accounts) => accounts[namespace ?? active].connectedWalletInfo,
  )
  return useMemo(() => ({ walletInfo }), [walletInfo])
}
