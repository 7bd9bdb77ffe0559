import type { CallOptions } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { AccountRecord } from './connection.ts'

/** A message to sign with the legacy ECDSA scheme or with BIP-322. */
export interface BitcoinMessage {
  readonly address: string
  readonly message: string
  readonly scheme: 'ecdsa' | 'bip322'
  /** The network of the signing account. */
  readonly network: CaipNetworkId<'bip122'>
}

/** An input to sign with an account. */
export interface BitcoinInput {
  readonly index: number
  readonly address: string
  /** The sighash type in the PSBT. Undefined if the PSBT has no type for this input. */
  readonly sighash?: number
}

/** A PSBT, and the inputs to sign. */
export interface BitcoinPsbt {
  readonly psbtBase64: string
  readonly inputs: readonly BitcoinInput[]
  /** The network of the transaction. */
  readonly network: CaipNetworkId<'bip122'>
}

/**
 * A Bitcoin wallet of any brand. It is the `provider` of a native channel (`WalletChannel`) with the dialect `bitcoin`. Every
 * call reaches the wallet once. A call that fails rejects with a `LatchkeyError`. The caller must validate the wallet's
 * responses.
 */
export interface BitcoinWallet {
  /** Returns the accounts, the selected account first. Never prompts. */
  accounts(opts?: CallOptions): Promise<readonly AccountRecord<'bip122'>[]>
  /**
   * Returns the wallet's network. Returns undefined if the wallet doesn't report its network, or if the network can't be
   * compared with the host's networks. The reference of an unlisted network is the name that the wallet reports.
   */
  network(opts?: CallOptions): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork(network: CaipNetworkId<'bip122'>, opts?: CallOptions): Promise<void>
  /** Resolves with the signature in base64. The signature isn't validated. */
  signMessage(message: BitcoinMessage, opts?: CallOptions): Promise<unknown>
  /** Resolves with the signed PSBT in base64. The PSBT isn't validated. */
  signPsbt(psbt: BitcoinPsbt, opts?: CallOptions): Promise<unknown>
}

/** The methods of a Bitcoin wallet that a session can list. */
export const bitcoinMethods = ['signMessage', 'signPsbt', 'switchNetwork'] as const
export type BitcoinMethod = (typeof bitcoinMethods)[number]

/** The calls that every Bitcoin wallet supports, even a wallet that has no current network. */
export type BitcoinSigner = Pick<BitcoinWallet, 'signMessage' | 'signPsbt'>
