// The exports of `index.ts` for production builds of Vite and webpack, which set the condition `production`. Only
// `createLatchkey` differs from `index.ts`: it checks the options later.
export { createLatchkey } from './client/create-client.ts'
export { externalConnector } from './connectors/external.ts'
export { parseAmount } from './core/amounts/amount.ts'
export { formatUnits } from './core/amounts/units.ts'
export { caipAddress, isCaipNetworkId, parseCaipNetworkId } from './core/chain/caip.ts'
export { isCaipAddress, parseCaipAddress } from './core/chain/caip-10.ts'
export { isCaipAssetId, parseCaipAssetId } from './core/chain/caip-19.ts'
export { explorerLink } from './core/chain/explorer.ts'
export { chainNamespaces, isChainNamespace } from './core/chain/namespace.ts'
export {
  ConfigError,
  ConnectionError,
  displayMessage,
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
export { restrictedTimezones } from './core/options/restricted-timezones.ts'
export { connectionFrom } from './core/wallet/connection.ts'
export { paymentUri } from './core/wallet/payments/payment-uri.ts'
export { version } from './version.ts'
