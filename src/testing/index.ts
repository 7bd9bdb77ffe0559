export { latchkeyError } from '../core/errors/latchkey-error.ts'
export { adapterContract } from './adapter-contract.ts'
export { ContractViolation } from './contract/assert.ts'
export type { AdapterMethod, Behaviour, ContractRun } from './contract/behaviour.ts'
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
export {
  createHeadlessWallet,
  type HeadlessEvents,
  type HeadlessProposal,
  type HeadlessRequest,
  type HeadlessSession,
  type HeadlessWallet,
  type HeadlessWalletOptions,
} from './walletconnect/headless-wallet.ts'
export { type PairingUri, readPairingUri } from './walletconnect/pairing-uri.ts'
export type { ApprovalLimits } from './walletconnect/session-approval.ts'
export type { ApprovedScope, Namespaces, PeerMetadata, WireError } from './walletconnect/sign-client.ts'
export { announceEip6963, type Eip6963Info } from './wallets/announce.ts'
export {
  type Bip122Wallet,
  type Bip122WalletOptions,
  createBip122Wallet,
  type SatsConnectShape,
  type UnisatShape,
} from './wallets/bip122.ts'
export type { Bip122Kind } from './wallets/bip122-keys.ts'
export { type CosmosWallet, type CosmosWalletOptions, createCosmosWallet } from './wallets/cosmos.ts'
export { cosmosRpc } from './wallets/cosmos-rpc.ts'
export {
  createEip155Wallet,
  type Eip155Wallet,
  type Eip155WalletOptions,
  type Eip1193Provider,
} from './wallets/eip155.ts'
export {
  createPolkadotWallet,
  type InjectedAccount,
  type InjectedWeb3Provider,
  type PolkadotWallet,
  type PolkadotWalletOptions,
} from './wallets/polkadot.ts'
export type { PolkadotKeyType, PolkadotPayload } from './wallets/polkadot-keys.ts'
export { ProviderError, userRejected } from './wallets/provider-error.ts'
export type { WalletRequest, WalletScript, WalletStep } from './wallets/script.ts'
export {
  createSolanaWallet,
  registerStandardWallet,
  type SolanaFeature,
  type SolanaWallet,
  type SolanaWalletOptions,
} from './wallets/solana.ts'
