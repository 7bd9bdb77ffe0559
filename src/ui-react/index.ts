export { AccountButton, type AccountButtonProps } from './buttons/account-button.tsx'
export { ConnectButton, type ConnectButtonProps } from './buttons/connect-button.tsx'
export { LatchkeyButton, type LatchkeyButtonProps } from './buttons/latchkey-button.tsx'
export { NetworkButton, type NetworkButtonProps } from './buttons/network-button.tsx'
export { WalletButton, type WalletButtonProps } from './buttons/wallet-button.tsx'
export { useBuy, useBuyForm, useBuyQuotes, usePurchases } from './hooks/features/buy-hooks.ts'
export {
  type Identity,
  type NameSuggestionsOptions,
  type ResolveNameOptions,
  type ReverseNamesOptions,
  useIdentity,
  useNameSuggestions,
  useRegisterName,
  useResolveName,
  useReverseNames,
} from './hooks/features/name-hooks.ts'
export { shallowEqual } from './hooks/features/shallow-equal.ts'
export {
  useGrantSession,
  useRevokeSession,
  useSmartSessions,
} from './hooks/features/smart-session-hooks.ts'
export { useSwap, useSwapForm, useSwapQuote } from './hooks/features/swap-hooks.ts'
export { useActivity } from './hooks/features/use-activity.ts'
export { type Portfolio, usePortfolio } from './hooks/features/use-portfolio.ts'
export {
  type SendOptions,
  type SignMessageOptions,
  type TokenBalanceOptions,
  useBalance,
  useConnect,
  useDisconnect,
  useSend,
  useSignIn,
  useSignMessage,
  useTokenBalance,
  useWaitForTransaction,
  type WaitForTransactionOptions,
} from './hooks/request-hooks.ts'
export {
  type EmbeddedWalletInfo,
  type FamilyOption,
  useAccount,
  useModal,
  useNetwork,
  useTheme,
  useWallets,
} from './hooks/state-hooks.ts'
export { type Readable, useController } from './hooks/use-controller.ts'
export { type LatchkeyEvent, type LatchkeyEvents, useEvents } from './hooks/use-events.ts'
export { useLatchkey } from './hooks/use-latchkey.ts'
export { type ReadState, useRead } from './hooks/use-read.ts'
export { type RequestState, useRequest } from './hooks/use-request.ts'
export type { StringOverrides } from './language/strings.ts'
export { LatchkeyModal } from './latchkey-modal.tsx'
export { LatchkeyProvider, type LatchkeyProviderProps } from './provider.tsx'
