import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { SignInFields } from '../../core/sign-in-fields.ts'

export type Network = CaipNetworkId<'solana'>

/** For whom and where something is signed. */
export interface Signing {
  readonly address: string
  readonly network: Network
}

/** A wallet of the family, however it is reached. What it answers is checked; what it throws is a `LatchkeyError`. */
export interface SolanaWallet {
  /** The signature of this message. `fields` are what it says, where it is a sign-in: some wallets make the text of them. */
  signMessage(message: Uint8Array, by: Signing, fields?: SignInFields): Promise<Uint8Array>
  /** The transaction with the wallet's signature in it; nothing else of it is checked. */
  signTransaction(wire: Uint8Array, by: Signing): Promise<Uint8Array>
  signAllTransactions(wires: readonly Uint8Array[], by: Signing): Promise<readonly Uint8Array[]>
  /** The id of the transaction, which the wallet has sent. Undefined for a wallet that only signs. */
  signAndSend: ((wire: Uint8Array, by: Signing) => Promise<Uint8Array>) | undefined
}
