import type { CallOptions } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { AccountRecord } from './connection.ts'

/** A message to sign, with the legacy ECDSA scheme or BIP-322. */
export interface BitcoinMessage {
  readonly address: string
  readonly message: string
  readonly scheme: 'ecdsa' | 'bip322'
  /** The network of the signing account. */
  readonly network: CaipNetworkId<'bip122'>
}

/** A PSBT with the inputs to sign and the account that signs each. */
export interface BitcoinPsbt {
  readonly psbtBase64: string
  readonly inputs: readonly { readonly index: number; readonly address: string }[]
  /** The network of the transaction. */
  readonly network: CaipNetworkId<'bip122'>
}

/**
 * A Bitcoin wallet, independent of its brand: the provider of a native channel with the dialect `bitcoin`. Every call reaches
 * the wallet once and rejects with a `LatchkeyError`. Responses are passed on unvalidated: the caller checks them.
 */
export interface BitcoinWallet {
  /** The accounts, the selected one first. Never prompts. */
  accounts(opts?: CallOptions): Promise<readonly AccountRecord<'bip122'>[]>
  /** The wallet's network; undefined if the wallet doesn't report its network, or reports an unknown network. */
  network(opts?: CallOptions): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork(network: CaipNetworkId<'bip122'>, opts?: CallOptions): Promise<void>
  /** Resolves with the signature in base64, unvalidated. */
  signMessage(message: BitcoinMessage, opts?: CallOptions): Promise<unknown>
  /** Resolves with the signed PSBT in base64, unvalidated. */
  signPsbt(psbt: BitcoinPsbt, opts?: CallOptions): Promise<unknown>
}

/** The methods that a session lists for such a wallet. */
export const bitcoinMethods = ['signMessage', 'signPsbt', 'switchNetwork'] as const
export type BitcoinMethod = (typeof bitcoinMethods)[number]

/** The calls that every wallet of the family supports, including those without a network of their own. */
export type BitcoinSigner = Pick<BitcoinWallet, 'signMessage' | 'signPsbt'>
