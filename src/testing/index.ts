export { latchkeyError } from '../core/errors/latchkey-error.ts'
// The errors that a script or an `approve` function throws.
export { ProviderError, userRejected } from '../wallets/provider-error.ts'
export type { WalletRequest } from '../wallets/wallet-request.ts'
export { adapterContract } from './adapter-contract.ts'
export { ContractViolation } from './contract/assert.ts'
export type { AdapterMethod, Behavior, ContractRun } from './contract/behavior.ts'
export type {
  ContractChain,
  ContractStep,
  ContractTrait,
  ContractWallet,
  ContractWorld,
  WalletKind,
} from './contract/world.ts'
export {
  type DevWalletId,
  type DevWallets,
  type DevWalletsOptions,
  type DevWorld,
  devWalletIds,
  devWallets,
} from './injected/dev-wallets.ts'
export type { Bip122Injection, InjectedWallet } from './injected/injected-wallet.ts'
export { type InjectedWallets, injectedWallets } from './injected/injected-wallets.ts'
export type { WalletBridge } from './injected/shape.ts'
export { type ManualClock, manualClock } from './manual-clock.ts'
export {
  type LogEntry,
  type MemoryPage,
  type MemoryPlatform,
  type MemoryPlatformOptions,
  type MemoryStorage,
  memoryPlatform,
} from './memory-platform.ts'
export { type ChainReaderOptions, chainReader } from './readers/chain-reader.ts'
export type { BalanceChange, ChainReader, Receipt } from './readers/family-reader.ts'
export type { NodePort } from './readers/node-port.ts'
export {
  createHeadlessWallet,
  type HeadlessWallet,
  type HeadlessWalletOptions,
} from './walletconnect/headless-wallet.ts'
export { parseWalletScript, type WalletScriptFile } from './walletconnect/script-file.ts'
export { announceEip6963, type Eip6963Info, registerStandardWallet } from './wallets/announce.ts'
export { type Bip122Wallet, type Bip122WalletOptions, createBip122Wallet } from './wallets/bip122.ts'
export { type CosmosWallet, type CosmosWalletOptions, createCosmosWallet } from './wallets/cosmos.ts'
export { createEip155Wallet, type Eip155Wallet, type Eip155WalletOptions } from './wallets/eip155.ts'
export { createPolkadotWallet, type PolkadotWallet, type PolkadotWalletOptions } from './wallets/polkadot.ts'
export type { WalletScript, WalletStep } from './wallets/script.ts'
export { createSolanaWallet, type SolanaWallet, type SolanaWalletOptions } from './wallets/solana.ts'
