import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'

export type Network = CaipNetworkId<'solana'>

/** The account and the network of a signing request. */
export interface Signing {
  readonly address: string
  readonly network: Network
  /** Whether a node of the network is on this machine. */
  readonly hasLocalNode: boolean
}

/** A signature. If the wallet signed other bytes than the message, `signedMessage` contains these bytes. */
export interface SignedMessage {
  readonly signature: Uint8Array
  readonly signedMessage?: Uint8Array
}

/** A Solana wallet on any channel. The methods check the wallet's answers and throw `LatchkeyError`s. */
export interface SolanaWallet {
  /** Signs a message. For a sign-in message, `fields` contains its fields, because some wallets build the text themselves. */
  signMessage(message: Uint8Array, by: Signing, fields?: SignInFields): Promise<SignedMessage>
  /** Adds the wallet's signature to a transaction. The caller must check that the rest is unchanged. */
  signTransaction(wire: Uint8Array, by: Signing): Promise<Uint8Array>
  signAllTransactions(wires: readonly Uint8Array[], by: Signing): Promise<readonly Uint8Array[]>
  /** Signs and sends a transaction, and resolves with its id. Undefined for wallets that can only sign. */
  signAndSend: ((wire: Uint8Array, by: Signing) => Promise<Uint8Array>) | undefined
}
