import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SignInFields } from '../../core/sign-in/sign-in-fields.ts'

export type Network = CaipNetworkId<'solana'>

/** The account and network of a signing request. */
export interface Signing {
  readonly address: string
  readonly network: Network
  /** Whether a node of the network is on this machine. */
  readonly hasLocalNode: boolean
}

/** A signature, and the bytes that were signed if they aren't the message itself. */
export interface SignedMessage {
  readonly signature: Uint8Array
  readonly signedMessage?: Uint8Array
}

/** A wallet of the family, over any channel. Its answers are checked; it throws `LatchkeyError`s. */
export interface SolanaWallet {
  /** Signs a message. `fields` are the fields of a sign-in message: some wallets build the text from these fields. */
  signMessage(message: Uint8Array, by: Signing, fields?: SignInFields): Promise<SignedMessage>
  /** Adds the wallet's signature to a transaction. Callers check that the rest is unchanged. */
  signTransaction(wire: Uint8Array, by: Signing): Promise<Uint8Array>
  signAllTransactions(wires: readonly Uint8Array[], by: Signing): Promise<readonly Uint8Array[]>
  /** Signs and sends, and resolves with the transaction's id. Undefined for wallets that can only sign. */
  signAndSend: ((wire: Uint8Array, by: Signing) => Promise<Uint8Array>) | undefined
}
