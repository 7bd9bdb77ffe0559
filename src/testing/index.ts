export { type ManualClock, manualClock } from './manual-clock.ts'
export {
  createEip155Wallet,
  type Eip155Wallet,
  type Eip155WalletOptions,
  type Eip1193Provider,
} from './wallets/eip155.ts'
export { ProviderError, userRejected } from './wallets/provider-error.ts'
export type { WalletRequest, WalletScript, WalletStep } from './wallets/script.ts'
