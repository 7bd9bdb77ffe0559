import type { CallOptions } from '../../ports.ts'
import type { CaipAddress, CaipAssetId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { FeeDetail, SendOptions } from './family.ts'

/** A quantity in the asset's smallest unit, never pre-formatted; `core/format` prints it. */
export interface Amount {
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  /** How much of the value still waits for a block; less than zero when more goes than comes. Where the family tells. */
  readonly pending?: bigint | undefined
}

/**
 * What a transaction may cost at most beside its amount, in the smallest unit of the network's native coin: wei, lamports,
 * plancks, sats, and on cosmos that of the denomination in which fees are paid. It is compared with what the built transaction
 * commits to, before the wallet is asked, and again with what the wallet signed, before that is sent:
 * - eip155: gas × highest price. The request then names gas and price. A wallet that lets its owner choose another fee, or
 *   that sends from a smart account, can still pay more; what a rollup takes for its data on layer 1 is beside it.
 * - solana: signatures, compute units × price, and the rent of a token account that is made for the receiver. A wallet that
 *   sends by itself is given these bytes; what it makes of them is not seen.
 * - bip122: inputs − outputs.
 * - polkadot: what the runtime says that the extrinsic costs, and the tip.
 * - cosmos: the fee in the document that is signed. A fee in other coins is refused.
 */
export interface FeeLimit {
  /** @throws `wallet/fee-above-limit`; `validation/invalid-input` unless it is a bigint from 0. Absent: no limit. */
  readonly maxFee?: bigint | undefined
}

export interface SendParams<N extends ChainNamespace = ChainNamespace> extends FeeLimit {
  readonly from: CaipAddress<N>
  /** A plain address of the same family. */
  readonly to: string
  /** In the asset's smallest unit: wei, lamports, plancks, sats. */
  readonly amount: bigint
  /** Absent: the chain's native asset. */
  readonly asset?: CaipAssetId<N> | undefined
  /**
   * The decimals by which the amount was shown to the visitor. They are read from the chain again before the wallet is asked,
   * since a token may change them. Absent: those that `getBalance` told last, where it was asked for this asset.
   * @throws `validation/invalid-input` when the chain says others, or for what is no whole number from 0 to 255.
   */
  readonly decimals?: number | undefined
  readonly options?: SendOptions<N> | undefined
}

/** A send that is ready for the wallet: what has to be read from the chain has been read, and it was found affordable. */
export interface PreparedSend<N extends ChainNamespace = ChainNamespace> {
  readonly params: SendParams<N>
  /**
   * Asks the wallet, and sends. Nothing but the wallet is waited for before the wallet has the request, so that a click counts
   * as one there. What was read grows old: on solana after about a minute, on polkadot and cosmos with the next transaction of
   * the account, on bip122 when its coins are spent.
   * @throws `wallet/send-spent` at the second call, whatever came of the first; `connection/account-not-connected` when the
   * wallet was disconnected, or shows the account no more; else as `ChainAdapter.send`.
   */
  send(opts?: CallOptions): Promise<Sent>
}

/** `reference` says where to look again (polkadot: the block at submission); it survives a reload. */
export interface Sent {
  readonly hash: string
  readonly reference?: string | undefined
}

export interface FeeEstimate<N extends ChainNamespace = ChainNamespace> {
  readonly total: Amount
  readonly detail: FeeDetail<N>
}

export type TransactionStatus =
  | { readonly phase: 'pending' }
  | {
      readonly phase: 'confirmed'
      readonly confirmations: number
      /** Block time in ms, where the chain tells. */
      readonly at?: number | undefined
      /** What was paid, in the native asset's smallest unit, where the chain tells. */
      readonly fee?: bigint | undefined
    }
  | { readonly phase: 'finalized'; readonly at?: number | undefined; readonly fee?: bigint | undefined }
  | { readonly phase: 'failed'; readonly reason: string; readonly fee?: bigint | undefined }
  | { readonly phase: 'unknown' }

/** Of a transaction that a block has taken and carried out. */
export type SettledTransaction = Extract<TransactionStatus, { readonly phase: 'confirmed' | 'finalized' }>

export interface MessageSignature {
  readonly signature: string
  readonly encoding: 'hex' | 'base58' | 'base64'
  readonly scheme: 'eip191' | 'eip712' | 'eip1271' | 'ed25519' | 'sr25519' | 'ecdsa' | 'bip322' | 'adr36'
  readonly publicKey?: string | undefined
}
