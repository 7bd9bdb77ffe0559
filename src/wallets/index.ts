export type { Bip122WalletOptions } from './bip122/base.ts'
export { type Bip122Keys, type Bip122Kind, bip122Keys } from './bip122/keys.ts'
export type { SatsConnectShape } from './bip122/sats-connect.ts'
export type { UnisatShape } from './bip122/unisat.ts'
export { type Bip122Wallet, bip122Wallet } from './bip122/wallet.ts'
export { type CosmosKey, cosmosKeys } from './cosmos/keys.ts'
export { cosmosRpc } from './cosmos/rpc.ts'
export { type CosmosWallet, type CosmosWalletOptions, cosmosWallet } from './cosmos/wallet.ts'
export { type Eip155Keys, eip155Keys } from './eip155/keys.ts'
export {
  type Eip155Wallet,
  type Eip155WalletOptions,
  type Eip1193Provider,
  eip155Wallet,
} from './eip155/wallet.ts'
export {
  type PolkadotKeys,
  type PolkadotKeyType,
  type PolkadotPayload,
  polkadotKeys,
} from './polkadot/keys.ts'
export {
  type InjectedAccount,
  type InjectedWeb3Provider,
  type PolkadotWallet,
  type PolkadotWalletOptions,
  polkadotWallet,
} from './polkadot/wallet.ts'
export { ProviderError, userRejected } from './provider-error.ts'
export { type SolanaKeys, solanaKeys } from './solana/keys.ts'
export {
  type SolanaFeature,
  type SolanaWallet,
  type SolanaWalletOptions,
  solanaWallet,
} from './solana/wallet.ts'
export type { Intercept, WalletRequest } from './wallet-request.ts'
export type {
  HeadlessEvents,
  HeadlessIntercept,
  HeadlessProposal,
  HeadlessRequest,
  HeadlessSession,
  HeadlessWallet,
  HeadlessWalletOptions,
} from './walletconnect/headless.ts'
export { headlessWallet } from './walletconnect/headless-wallet.ts'
export { type PairingUri, readPairingUri } from './walletconnect/pairing-uri.ts'
export type { ApprovalLimits } from './walletconnect/session-approval.ts'
export type { ApprovedScope, Namespaces, PeerMetadata, WireError } from './walletconnect/sign-client.ts'
