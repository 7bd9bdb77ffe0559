export type { ConnectionProvider as Provider } from '../../core/wallet/connection-provider.ts'
export type { AppKit } from '../appkit/app-kit.ts'
export type { AppKitNetwork, AppKitOptions } from '../appkit/options.ts'
export { type FetchedBalance, useAppKitBalance } from './balance.ts'
export {
  AppKitAccountButton,
  type AppKitAccountButtonProps,
  AppKitButton,
  type AppKitButtonProps,
  AppKitConnectButton,
  type AppKitConnectButtonProps,
  type AppKitElements,
  AppKitNetworkButton,
  type AppKitNetworkButtonProps,
  AppKitProvider,
} from './components.ts'
export { createAppKit } from './create-app-kit.ts'
export {
  useAppKit,
  useAppKitAccount,
  useAppKitEvents,
  useAppKitNetwork,
  useAppKitNetworkCore,
  useAppKitProvider,
  useAppKitState,
  useAppKitTheme,
  useDisconnect,
  useWalletInfo,
} from './hooks.ts'
