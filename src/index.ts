export { type ConnectOptions, createLatchkey, type Latchkey } from './client/create-latchkey.ts'
export { type ExternalConnectorOptions, externalConnector } from './connectors/external.ts'
export { parseAmount } from './core/amounts/amount.ts'
export { formatUnits } from './core/amounts/units.ts'
export {
  type CaipAddress,
  type CaipAssetId,
  type CaipNetworkId,
  type CaipNetworkParts,
  caipAddress,
  type Hex,
  isCaipNetworkId,
  parseCaipNetworkId,
} from './core/chain/caip.ts'
export { type CaipAddressParts, isCaipAddress, parseCaipAddress } from './core/chain/caip-10.ts'
export { type CaipAssetParts, isCaipAssetId, parseCaipAssetId } from './core/chain/caip-19.ts'
export { explorerLink } from './core/chain/explorer.ts'
export { type ChainNamespace, chainNamespaces, isChainNamespace } from './core/chain/namespace.ts'
export type { ChainNetwork, NetworkInput, ViemChain } from './core/chain/network.ts'
export type { ErrorCategory, ErrorCode, ErrorCodeOf, ErrorDomain } from './core/errors/catalogue.ts'
export {
  ConfigError,
  ConnectionError,
  displayMessage,
  type ErrorOf,
  type ErrorOptions,
  errorOf,
  FlowError,
  FrameError,
  HttpError,
  isLatchkeyError,
  LatchkeyError,
  RpcError,
  UnsupportedError,
  ValidationError,
  WalletError,
} from './core/errors/error-classes.ts'
export type { LatchkeyOptions, MeldOptions, NameOptions, TokenOption } from './core/options/options.ts'
export { restrictedTimezones } from './core/options/restricted-timezones.ts'
export type {
  Cacao,
  SignInContext,
  SignInMessage,
  SignInOption,
  SignInRequest,
  SignInSession,
  SignInSessions,
  SignInWallet,
} from './core/sign-in/sign-in.ts'
export type { SignInFields } from './core/sign-in/sign-in-fields.ts'
export type {
  AdapterContext,
  AdapterEvents,
  AdapterFactory,
  AdapterOf,
  AnyAdapter,
  AnyAdapterFactory,
  Capability,
  ChainAdapter,
  ConnectParams,
  NamespacesOf,
  ReconnectParams,
  WalletPermissions,
} from './core/wallet/adapter.ts'
export {
  type AccountRecord,
  type Connection,
  type ConnectionOf,
  type ConnectionParts,
  type ConnectionStatus,
  connectionFrom,
} from './core/wallet/connection.ts'
export type {
  ConnectionProvider,
  ProviderEvents,
  ProviderRpcError,
} from './core/wallet/connection-provider.ts'
export type {
  CloseReason,
  Connector,
  ConnectorContext,
  ConnectorDiscovery,
  ConnectorEvents,
  ConnectorFactory,
  ConnectorOffer,
  ConnectorSession,
  ConnectorType,
  Observable,
  OptionalConnectorFactory,
  WalletChannel,
} from './core/wallet/connector.ts'
export type {
  DataProvider,
  DataProviderContext,
  DataProviderFactory,
  PricedToken,
  ProvidedPage,
  ReadJson,
  ReadJsonOptions,
} from './core/wallet/data-provider.ts'
export type {
  BitcoinOutput,
  BitcoinOutputs,
  FamilyTypes,
  PolkadotCall,
  SolanaInstruction,
  SolanaInstructions,
} from './core/wallet/family.ts'
export type { NameLookup } from './core/wallet/name-lookup.ts'
export type { NftBalance, NftList, ReportedNft, ReportedNftPage } from './core/wallet/nft.ts'
export type { PastTransaction, PastTransfer } from './core/wallet/past-transaction.ts'
export type {
  OnRampMoney,
  OnRampNamespace,
  OnRampOrder,
  OnRampProvider,
  OnRampProviderInfo,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from './core/wallet/payments/onramp.ts'
export { paymentUri } from './core/wallet/payments/payment-uri.ts'
export type { SwapContracts, SwapContractsOption } from './core/wallet/payments/swap-contracts.ts'
export type {
  BuiltSwap,
  SolanaSwapCall,
  SwapApproval,
  SwapCall,
  SwapNamespace,
  SwapProvider,
  SwapProviderContext,
  SwapProviderFactory,
  SwapQuote,
  SwapRequest,
  SwapToken,
} from './core/wallet/payments/swap-provider.ts'
export type {
  DecodedCall,
  DecodedSwap,
  Simulation,
  SwapSupport,
} from './core/wallet/payments/swap-support.ts'
export type {
  Permission,
  PermissionKey,
  PermissionPolicy,
  PermissionRequest,
  PermissionResponse,
  PermissionSigner,
  PermissionSupport,
} from './core/wallet/permissions.ts'
export type { NftDetails, ReportedBalance, TokenBalance } from './core/wallet/token-balance.ts'
export type {
  Amount,
  FeeEstimate,
  MessageSignature,
  PreparedSend,
  SendParams,
  SentTransaction,
  SettledTransaction,
  TransactionStatus,
  WaitOptions,
} from './core/wallet/transaction.ts'
export type {
  CallOptions,
  Clock,
  Fetch,
  JsonRpcPort,
  KeyValueStore,
  Logger,
  NodeHealth,
  Page,
  Platform,
  RpcRequest,
  Unsubscribe,
} from './ports.ts'
export { version } from './version.ts'
