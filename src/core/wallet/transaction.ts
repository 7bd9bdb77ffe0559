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

export interface SendParams<N extends ChainNamespace = ChainNamespace> {
  readonly from: CaipAddress<N>
  /** A plain address of the same family. */
  readonly to: string
  /** In the asset's smallest unit: wei, lamports, plancks, sats. */
  readonly amount: bigint
  /** Absent: the chain's native asset. */
  readonly asset?: CaipAssetId<N> | undefined
  readonly options?: SendOptions<N> | undefined
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
