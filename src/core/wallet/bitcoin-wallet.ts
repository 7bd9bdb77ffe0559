import type { CallOptions } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import type { AccountRecord } from './connection.ts'

/** What a wallet is asked to sign: a text, in the older form or in that of BIP-322. */
export interface BitcoinMessage {
  readonly address: string
  readonly message: string
  readonly scheme: 'ecdsa' | 'bip322'
  /** The chain whose account signs. */
  readonly network: CaipNetworkId<'bip122'>
}

/** A PSBT, and which of its inputs the wallet shall sign with which account. */
export interface BitcoinPsbt {
  readonly psbtBase64: string
  readonly inputs: readonly { readonly index: number; readonly address: string }[]
  /** The chain that it is for. */
  readonly network: CaipNetworkId<'bip122'>
}

/**
 * A wallet of the page, whatever its brand's own words are: the provider behind a native channel of dialect `bitcoin`. Every
 * call reaches the wallet once, and rejects with a `LatchkeyError`. Answers are handed on as they are: who asked judges them.
 */
export interface BitcoinWallet {
  /** Its selected account first. Never prompts. */
  accounts(opts?: CallOptions): Promise<readonly AccountRecord<'bip122'>[]>
  /** Where it is; undefined when it does not say, or is on a chain that we do not know. */
  network(opts?: CallOptions): Promise<CaipNetworkId<'bip122'> | undefined>
  switchNetwork(network: CaipNetworkId<'bip122'>, opts?: CallOptions): Promise<void>
  /** Resolves with what should be a signature in base64. */
  signMessage(message: BitcoinMessage, opts?: CallOptions): Promise<unknown>
  /** Resolves with what should be the same PSBT, signed, in base64. */
  signPsbt(psbt: BitcoinPsbt, opts?: CallOptions): Promise<unknown>
}

/** What a session says that such a wallet can do. */
export const bitcoinMethods = ['signMessage', 'signPsbt', 'switchNetwork'] as const
export type BitcoinMethod = (typeof bitcoinMethods)[number]

/** What every wallet of the family can be asked, whether it is on a network of its own or not. */
export type BitcoinSigner = Pick<BitcoinWallet, 'signMessage' | 'signPsbt'>
