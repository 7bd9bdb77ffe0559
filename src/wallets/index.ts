export { parseShownUnits } from '../core/amounts/parse-shown-units.ts'
export { shownUnits } from '../core/amounts/shown-units.ts'
export type { Bip122WalletOptions } from './bip122/base.ts'
export { type Bip122Keys, type Bip122Kind, bip122Keys } from './bip122/keys.ts'
export type { SatsConnectShape } from './bip122/sats-connect.ts'
export type { UnisatShape } from './bip122/unisat.ts'
export { type Bip122Wallet, bip122Wallet } from './bip122/wallet.ts'
export { type CosmosKey, cosmosKeys } from './cosmos/keys.ts'
export type { OfflineSigners } from './cosmos/offline-signer.ts'
export { cosmosRpc } from './cosmos/rpc.ts'
export {
  type CosmosWallet,
  type CosmosWalletOptions,
  cosmosWallet,
  type KeplrRequests,
} from './cosmos/wallet.ts'
export {
  type Bip122Transfer,
  decodeBip122Transfer,
  decodePsbt,
  type InspectedPsbt,
  isPsbt,
  requireSignable,
  sighashTypeOf,
} from './decode/bip122.ts'
export { decodeCosmosDoc } from './decode/cosmos/cosmos.ts'
export type { Coin, CosmosDoc, CosmosMessage } from './decode/cosmos/cosmos-doc.ts'
export { decodeEip155Call, type Eip155Call } from './decode/eip155.ts'
export { messageText } from './decode/message.ts'
export { decodePolkadotPayload } from './decode/polkadot/polkadot.ts'
export {
  type DecodedPayload,
  type PolkadotRuntime,
  polkadotRuntime,
  type RuntimeFacts,
} from './decode/polkadot/polkadot-call.ts'
export type { PolkadotExtrinsic } from './decode/polkadot/polkadot-extrinsic.ts'
export type { NamedValue, ScaleCall, ScaleValue } from './decode/polkadot/scale-value.ts'
export { decodeSolanaTransaction, type SolanaInstruction, type SolanaTransaction } from './decode/solana.ts'
export type { SolanaAction, TokenAmount } from './decode/solana-actions.ts'
export { refuseTransaction } from './decode/transaction-bytes.ts'
export { type DecodedTypedData, decodeTypedData, type TypedData } from './decode/typed-data.ts'
export { partialInputs, psbtCost, psbtRows } from './describe/bip122.ts'
export { cosmosCost, cosmosTermRows } from './describe/cosmos.ts'
export type { Cost, Described, Row } from './describe/described.ts'
export { type Danger, dangers, type Effect, effectRows, type Level } from './describe/effect.ts'
export { feeRows, feeWarnings } from './describe/fee.ts'
export {
  type PolkadotFacts,
  polkadotCost,
  polkadotRows,
} from './describe/polkadot.ts'
export { callName } from './describe/polkadot-call.ts'
export { describeRequest } from './describe/request.ts'
export { solanaActionText, solMoved, solText } from './describe/solana.ts'
export type { KnownToken, TokenOf } from './describe/token.ts'
export { tokenOnChain } from './describe/token-on-chain.ts'
export { type Eip155Keys, eip155Keys } from './eip155/keys.ts'
export { layerOneFee, takesLayerOneFee } from './eip155/layer-one.ts'
export {
  type Eip155Wallet,
  type Eip155WalletOptions,
  type Eip1193Provider,
  eip155Wallet,
} from './eip155/wallet.ts'
export type { LateKeys } from './late-keys.ts'
export { type NodeCall, type NodePoolOptions, type NodeUrls, nodePool } from './node-pool.ts'
export { payloadFee } from './polkadot/fee.ts'
export {
  type PolkadotKeys,
  type PolkadotKeyType,
  type PolkadotPayload,
  polkadotKeys,
} from './polkadot/keys.ts'
export { polkadotRuntimes } from './polkadot/runtime.ts'
export {
  type InjectedAccount,
  type InjectedWeb3Provider,
  type PolkadotWallet,
  type PolkadotWalletOptions,
  polkadotWallet,
} from './polkadot/wallet.ts'
export { ProviderError, userRejected } from './provider-error.ts'
export { type SimulateOptions, simulateRequest } from './simulate/simulate-request.ts'
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
  HeadlessNodes,
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
