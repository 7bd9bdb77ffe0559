export {
  type ActivityDetail,
  type ActivityRow,
  activityRows,
  type Operation,
} from '../core/wallet/activity-rows.ts'
export type { ConnectionStatus } from '../core/wallet/connection.ts'
export { sortWallets, withoutKnown } from '../core/wallet/list/known-wallets.ts'
export {
  type ConnectorListType,
  type ConnectorView,
  connectorListTypes,
  connectorTypeOrder,
  isShown,
  mergeByRdns,
  searchText,
  type VisibilityRules,
  type WalletIdentity,
} from '../core/wallet/list/wallet-list.ts'
export { type ChangeEvent, Controller } from './base/controller.ts'
export type { ModalEvents, ModalState, OpenOptions } from './coordinators/modal.ts'
export type { ModalController } from './coordinators/modal-controller.ts'
export type { NetworkSwitchEvents, NetworkSwitchState } from './coordinators/network-switch.ts'
export type { NetworkSwitchController } from './coordinators/network-switch-controller.ts'
export type { PairingEvents, PairingLink, PairingState, PairingWallet } from './coordinators/pairing.ts'
export type { PairingController } from './coordinators/pairing-controller.ts'
export type {
  ConnectAttempt,
  SessionConnectParams,
  SessionEvents,
  SessionState,
} from './coordinators/session.ts'
export type { SessionController } from './coordinators/session-controller.ts'
export type {
  ActivityCalls,
  ActivityEvents,
  ActivityState,
  TransactionsByYear,
} from './features/activity/activity.ts'
export type { ActivityController } from './features/activity/activity-controller.ts'
export type {
  NameLookupState,
  NameSuggestions,
  NamesCalls,
  NamesEvents,
  NamesState,
  NetworkOptions,
  ResolvedName,
} from './features/names/names.ts'
export type { NamesController } from './features/names/names-controller.ts'
export type {
  BuyPhase,
  OnRampCalls,
  OnRampEvents,
  OnRampState,
  ShownQuote,
} from './features/onramp/onramp.ts'
export type { OnRampController } from './features/onramp/onramp-controller.ts'
export type {
  PortfolioCalls,
  PortfolioFollowing,
  PortfolioSource,
  PortfolioState,
} from './features/portfolio/portfolio.ts'
export type { PortfolioController } from './features/portfolio/portfolio-controller.ts'
export type { SignInCalls, SignInEvents, SignInState, SignInStatus } from './features/sign-in/sign-in.ts'
export type { SignInController } from './features/sign-in/sign-in-controller.ts'
export type {
  GrantDifference,
  GrantRequest,
  SessionRequest,
  SmartSession,
  SmartSessionsCalls,
  SmartSessionsEvents,
  SmartSessionsState,
} from './features/smart-sessions/smart-sessions.ts'
export type { SmartSessionsController } from './features/smart-sessions/smart-sessions-controller.ts'
export type {
  MissingSwapInput as SwapLacks,
  OpenApproval,
  SwapCalls,
  SwapEvents,
  SwapPreset,
  Swapping,
  SwapResult,
  SwapReview,
  SwapState,
  SwapTerms,
  SwapWaiting,
} from './features/swap/swap.ts'
export type { SwapController } from './features/swap/swap-controller.ts'
export type { AlertController, AlertEvents, AlertState, AlertVariant } from './shell/alert-controller.ts'
export type { OptionChanges, OptionsController, OptionsState } from './shell/options-controller.ts'
export type { RouterController, RouterState } from './shell/router-controller.ts'
export type { SnackbarController, SnackbarState } from './shell/snackbar-controller.ts'
export type { ThemeController, ThemeMode, ThemeState, ThemeVariables } from './shell/theme-controller.ts'
export type { RouterData, View } from './shell/views.ts'
export type {
  AccountController,
  AccountEvents,
  AccountState,
  AccountsState,
} from './wallet/account-controller.ts'
export type {
  ConnectionsController,
  ConnectionsEvents,
  ConnectionsState,
  FamilyConnection,
  WalletInfo,
} from './wallet/connections-controller.ts'
export type { ConnectorController } from './wallet/connector-controller.ts'
export type { ConnectorState } from './wallet/connectors.ts'
export type { NetworkEvents, NetworkState } from './wallet/network.ts'
export type { NetworkController } from './wallet/network-controller.ts'
