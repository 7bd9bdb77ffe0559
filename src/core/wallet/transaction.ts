import type { CallOptions } from '../../ports.ts'
import type { CaipAddress, CaipAssetId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { FeeDetail, SendOptions } from './family.ts'

/** An amount in the asset's smallest unit, never preformatted; `core/amounts/format` formats it. */
export interface Amount {
  /** For a balance: the amount that one send can move, including the network fee. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  /** Whether the token doesn't state its decimals (eip155). The amount then counts smallest units. */
  readonly raw?: true | undefined
  /**
   * The factor by which wallets multiply the token's amounts before they show them (solana: Token-2022's scaled UI amounts and interest). It's often
   * not an integer. Convert amounts with `shownUnits` and `parseShownUnits` of `latchkey/wallets`. Default: 1.
   */
  readonly multiplier?: number | undefined
  /** The unconfirmed part of the value; negative if more is outgoing than incoming. Only if the family reports it. */
  readonly pending?: bigint | undefined
  /** For a balance: the amounts that the account holds in addition to `value` but can't send now. Absent if there are none. */
  readonly locked?: readonly LockedAmount[] | undefined
}

/**
 * A part of a balance that can't be sent, in the smallest unit:
 * - `vesting`: the chain releases it later (cosmos)
 * - `frozen`: by votes, stakes or vesting (polkadot), or by the token's issuer (solana, polkadot assets)
 * - `reserved`: held for deposits (polkadot)
 * - `protected`: small coins that may carry inscriptions or runes (bip122)
 * - `scattered`: in more token accounts than one transaction can collect (solana)
 */
export interface LockedAmount {
  readonly value: bigint
  readonly reason: 'vesting' | 'frozen' | 'reserved' | 'protected' | 'scattered'
}

/**
 * The maximum cost of a transaction besides its amount, in the smallest unit of the native coin: wei, lamports, plancks, sats; on cosmos in the
 * denomination that pays fees. The limit is checked against the built transaction before the wallet is asked, and against the signed transaction
 * before it's sent:
 * - eip155: gas × maximum price, both part of the request, and a rollup's data fee, as its contract says before the wallet is asked. A wallet that
 * lets its owner change the fee, or that sends from a smart account, can still exceed the limit, and so can the data fee, which no field of a
 * transaction limits.
 * - solana: signatures, compute units × price, and the rent of a new token account for the recipient. If the wallet sends the transaction itself, it
 * gets these bytes, but its changes can't be checked.
 * - bip122: inputs − outputs.
 * - polkadot: the runtime's fee for the extrinsic, and the tip.
 * - cosmos: the fee in the signed document. A fee in other coins is refused.
 */
export interface FeeLimit {
  /** Default: no limit. @throws `wallet/fee-above-limit`; `validation/invalid-input` unless it's a non-negative bigint. */
  readonly maxFee?: bigint | undefined
}

export interface SendParams<N extends ChainNamespace = ChainNamespace> extends FeeLimit {
  readonly from: CaipAddress<N>
  /** An address of the same family, without CAIP prefix. */
  readonly to: string
  /** In the asset's smallest unit: wei, lamports, plancks, sats. */
  readonly amount: bigint
  /** Default: the native coin. */
  readonly asset?: CaipAssetId<N> | undefined
  /**
   * The decimals with which the amount was shown to the visitor. The decimals are read from the network again before the wallet is
   * asked, since a token could change them. Default: the decimals of the last `getBalance` for this asset, if any.
   * @throws `validation/invalid-input` if the network reports other decimals, or if the value isn't an integer from 0 to 255.
   */
  readonly decimals?: number | undefined
  /**
   * The multiplier with which the amount was shown to the visitor (`Amount.multiplier`). The multiplier is read from the network
   * again before the wallet is asked.
   * @throws `validation/invalid-input` if it has changed by more than a hundredth of a percent.
   */
  readonly multiplier?: number | undefined
  readonly options?: SendOptions<N> | undefined
}

/** A send that is ready for the wallet: everything is read from the network, and the balance is sufficient. */
export interface PreparedSend<N extends ChainNamespace = ChainNamespace> {
  readonly params: SendParams<N>
  /**
   * Asks the wallet, and sends. Awaits nothing before the wallet has the request, so that the visitor's click still counts as a
   * user gesture. The prepared data expires: on solana after about a minute, on polkadot and cosmos with the account's next
   * transaction, on bip122 when its coins are spent.
   * @throws `wallet/send-spent` on the second call, regardless of the first one's result; `connection/account-not-connected` if
   * the wallet has disconnected or no longer has the account; else the errors of `ChainAdapter.send`.
   */
  send(opts?: CallOptions): Promise<SentTransaction>
}

/**
 * A sent transaction. `reference` says where to look up the transaction (on polkadot: the block at submission) or how to recognize it (on eip155: its
 * sender and recipient). You can store the reference across reloads.
 */
export interface SentTransaction {
  readonly hash: string
  readonly reference?: string | undefined
}

export interface FeeEstimate<N extends ChainNamespace = ChainNamespace> {
  /** The network fee. */
  readonly total: Amount
  /**
   * The network fee plus headroom, because the fee may rise until the transaction is signed. In the smallest unit. Show this as the
   * maximum.
   */
  readonly maxFee: bigint
  /** The amount that the sender pays in addition to the fee but doesn't lose: on solana, the rent of the recipient's new token account. */
  readonly deposit: bigint
  /**
   * The amount that must stay in the account after a send of the native coin, in the smallest unit. On polkadot: the existential deposit, unless
   * something else already keeps that amount in the account. On bip122: the coins that cost more to spend than they are worth. 0 elsewhere.
   */
  readonly reserve: bigint
  /** The part of the amount that the token itself withholds, in the token's smallest unit. */
  readonly tokenFee: bigint
  readonly detail: FeeDetail<N>
}

/**
 * The status of a transaction, as the network shows it. No phase is a guess: without proof, the phase is `unknown`.
 * - `pending`: a node shows it, and no block that counts includes it. On solana, where nodes don't show waiting transactions: its blockhash is still
 * valid.
 * - `confirmed`, `finalized`: a block includes it, and it succeeded.
 * - `failed`: a block includes it and says that it failed, or it provably can't be included anymore.
 * - `replaced`: another transaction uses what only one of the two can use: the nonce, the sequence, or a coin.
 * - `unknown`: no node shows it, or its block doesn't say how it ended. It may still arrive, so don't pay again.
 *
 * If the network has several endpoints, two of them must agree on `failed` and `replaced`. If there is only one endpoint, `accordingTo` is its host.
 */
export type TransactionStatus =
  | {
      readonly phase: 'pending'
      /** The `reference` with what the node showed, such as the nonce. Store it in place of the earlier `reference`. */
      readonly reference?: string | undefined
    }
  | {
      readonly phase: 'confirmed'
      readonly confirmations: number
      /** Block time in ms, if the network reports it. */
      readonly at?: number | undefined
      /** The fee paid, in the native coin's smallest unit, if the network reports it. */
      readonly fee?: bigint | undefined
      /** The hash that landed, if the sender's wallet sent the payment again with another fee. */
      readonly hash?: string | undefined
    }
  | {
      readonly phase: 'finalized'
      readonly at?: number | undefined
      readonly fee?: bigint | undefined
      readonly hash?: string | undefined
    }
  | {
      readonly phase: 'failed'
      readonly reason: string
      readonly fee?: bigint | undefined
      readonly accordingTo?: string | undefined
    }
  | {
      readonly phase: 'replaced'
      /**
       * `repriced`: the same payment with another fee; `waitForTransaction` follows it. `cancelled`: the other transaction moves
       * nothing to other accounts. `replaced`: any other transaction. The last two count only in a final block.
       */
      readonly reason: 'repriced' | 'cancelled' | 'replaced'
      /** The hash of the other transaction. */
      readonly hash: string
      readonly accordingTo?: string | undefined
    }
  | {
      readonly phase: 'unknown'
      /** The last block that can include the transaction. Absent if there's no such block, or if the block is unknown. */
      readonly until?: bigint | undefined
      readonly reference?: string | undefined
      /** Why the outcome is unknown, if not because no node shows the transaction. */
      readonly reason?: string | undefined
    }

/** The status of a transaction that was included in a block and succeeded. */
export type SettledTransaction = Extract<TransactionStatus, { readonly phase: 'confirmed' | 'finalized' }>

/** Options of `waitForTransaction`. */
export interface WaitOptions extends CallOptions {
  /** Default: `confirmed`. */
  readonly until?: SettledTransaction['phase'] | undefined
  /**
   * In ms: how long in a row no node may show the transaction, or answer. 0 for no limit. While a node shows the transaction, no
   * time counts. Default: 180,000.
   */
  readonly timeout?: number | undefined
}

export interface MessageSignature {
  readonly signature: string
  readonly encoding: 'hex' | 'base58' | 'base64'
  readonly scheme: 'eip191' | 'eip712' | 'eip1271' | 'ed25519' | 'sr25519' | 'ecdsa' | 'bip322' | 'adr36'
  readonly publicKey?: string | undefined
  /** The bytes that the wallet signed, if they aren't the message itself: a Ledger signs Solana's off-chain form of a message. */
  readonly signedMessage?: Uint8Array | undefined
}
