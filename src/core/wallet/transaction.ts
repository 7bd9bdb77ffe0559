import type { CallOptions } from '../../ports.ts'
import type { CaipAddress, CaipAssetId } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { FeeDetail, SendOptions } from './family.ts'

/** An amount in the asset's smallest unit. Format it with `core/amounts/format`. */
export interface Amount {
  /** For a balance: the amount that one send can move. For the native coin, the network fee must come out of this amount. */
  readonly value: bigint
  readonly decimals: number
  readonly symbol: string
  /** True if the token doesn't report its decimals (eip155). The amount is then shown in the token's smallest unit. */
  readonly raw?: true | undefined
  /**
   * For display, wallets multiply the token's amounts by this factor (solana: Token-2022's scaled UI amounts and interest). The
   * factor often isn't an integer. Convert amounts with `shownUnits` and `parseShownUnits` of `latchkey/wallets`. Default: 1.
   */
  readonly multiplier?: number | undefined
  /**
   * The unconfirmed part of the value. Negative if the outgoing amount is higher than the incoming amount. Only in families that
   * report this part.
   */
  readonly pending?: bigint | undefined
  /**
   * For a balance: the amounts that the account holds in addition to `value`, but can't send now. Absent if there are no such
   * amounts.
   */
  readonly locked?: readonly LockedAmount[] | undefined
}

/**
 * A part of a balance that can't be sent now, in the smallest unit:
 * - `vesting`: the network releases this part later (cosmos).
 * - `frozen`: this part is locked by votes, stakes or vesting (polkadot), or by the token's issuer (solana, polkadot assets).
 * - `reserved`: this part is held for deposits (polkadot).
 * - `protected`: small coins that may carry inscriptions or runes (bip122).
 * - `scattered`: this part is in more token accounts than one transaction can collect (solana).
 */
export interface LockedAmount {
  readonly value: bigint
  readonly reason: 'vesting' | 'frozen' | 'reserved' | 'protected' | 'scattered'
}

/**
 * The maximum cost of a transaction besides its amount, in the smallest unit of the native coin: wei, lamports, plancks, sats. On
 * cosmos, in the smallest unit of the coin that pays fees. Latchkey checks the built transaction before it asks the wallet. If
 * Latchkey itself broadcasts the transaction, the signed transaction can't cost more than the limit either. The cost is:
 * - eip155: the gas times the maximum price, plus a rollup's data fee. Latchkey reads the data fee from the rollup's contract
 *   before it asks the wallet. The request contains the gas and the price. The cost can still exceed the limit if the wallet lets
 *   the visitor change the fee, or if the wallet sends from a smart account. The data fee can also rise, because no field of a
 *   transaction limits it.
 * - solana: the signatures, the compute units times their price, and the rent of a new token account for the recipient. If the
 *   wallet sends the transaction itself, Latchkey can't check whether the wallet changed it.
 * - bip122: the inputs minus the outputs.
 * - polkadot: the runtime's fee for the extrinsic, and the tip.
 * - cosmos: the fee in the signed document. A fee in other coins is refused.
 */
export interface FeeLimit {
  /**
   * Default: no limit.
   * @throws `wallet/fee-above-limit`; `validation/invalid-input` if the value is negative or isn't a bigint.
   */
  readonly maxFee?: bigint | undefined
}

export interface SendCallOptions extends CallOptions, FeeLimit {
  /**
   * Called directly before a wallet that sends by itself gets the request. From then on, the transaction may be sent even if
   * `signal` aborts. Not called if the wallet only signs: then an abort before the broadcast prevents it.
   */
  readonly onAsk?: (() => void) | undefined
}

export interface SendParams<N extends ChainNamespace = ChainNamespace> extends FeeLimit {
  readonly from: CaipAddress<N>
  /** An address of the same family, without its CAIP prefix. */
  readonly to: string
  /** In the asset's smallest unit: wei, lamports, plancks, sats. */
  readonly amount: bigint
  /** Default: the native coin. */
  readonly asset?: CaipAssetId<N> | undefined
  /**
   * The decimals that were used to show the amount to the visitor. Latchkey reads the decimals from the network again before it
   * asks the wallet, because a token can change its decimals. Default: the decimals of the last `getBalance` for this asset, if
   * any.
   * @throws `validation/invalid-input` if the network reports other decimals, or if the value isn't an integer from 0 to 255.
   */
  readonly decimals?: number | undefined
  /**
   * The multiplier that was used to show the amount to the visitor (`Amount.multiplier`). Latchkey reads the multiplier from the
   * network again before it asks the wallet.
   * @throws `validation/invalid-input` if the multiplier has changed by more than a hundredth of a percent.
   */
  readonly multiplier?: number | undefined
  readonly options?: SendOptions<N> | undefined
}

/** A send that is ready for the wallet. Everything is read from the network, and the balance is sufficient. */
export interface PreparedSend<N extends ChainNamespace = ChainNamespace> {
  readonly params: SendParams<N>
  /**
   * Asks the wallet to sign, and sends the transaction. Hands the request to the wallet without awaiting anything first, so that
   * the visitor's click still counts as a user gesture. The prepared data expire: on solana after about a minute, on polkadot and
   * cosmos with the account's next transaction, and on bip122 when the prepared coins are spent.
   * @param opts `signal` and `onAsk`. See `SendCallOptions`.
   * @throws `wallet/send-spent` if you call `send` again, even if the first call failed;
   * `connection/account-not-connected` if the wallet has disconnected or no longer has the account; and the errors of
   * `ChainAdapter.send`.
   */
  send(opts?: Omit<SendCallOptions, 'maxFee'>): Promise<SentTransaction>
}

/**
 * A sent transaction. `reference` contains data for reading the status, such as the block at submission (polkadot) or the sender
 * and the recipient (eip155). You can store the reference and use it after a reload.
 */
export interface SentTransaction {
  readonly hash: string
  readonly reference?: string | undefined
}

export interface FeeEstimate<N extends ChainNamespace = ChainNamespace> {
  /** The network fee. */
  readonly total: Amount
  /**
   * The network fee plus headroom, in the smallest unit. The fee may rise until the transaction is signed, so show this value as
   * the maximum.
   */
  readonly maxFee: bigint
  /**
   * The amount that the sender pays in addition to the fee, but doesn't lose. On solana: the rent of the recipient's new token
   * account.
   */
  readonly deposit: bigint
  /**
   * The amount that must stay in the account after a send of the native coin, in the smallest unit. On polkadot: the existential
   * deposit minus the frozen coins, because frozen coins stay in the account anyway. On bip122: the value of the coins that cost
   * more to spend than they are worth. 0 in other families. For an asset of polkadot: the asset's minimum balance, in the asset's
   * smallest unit. For any other token: 0.
   */
  readonly reserve: bigint
  /** The part of the amount that the token itself withholds, in the token's smallest unit. */
  readonly tokenFee: bigint
  readonly detail: FeeDetail<N>
}

/**
 * The status of a transaction, as the network shows it. Each phase except `unknown` is proven.
 * - `pending`: a node shows the transaction, but not yet in a confirmed block. Or another transaction took its place, but isn't
 *   final yet. On solana, where nodes don't show waiting transactions, `pending` means that the transaction's blockhash is still
 *   valid.
 * - `confirmed`, `finalized`: a block includes the transaction, and the transaction succeeded.
 * - `failed`: the transaction failed in a block, or it is proven that no block can include the transaction anymore.
 * - `replaced`: another transaction used the same nonce, sequence or coin, so no block can include this transaction anymore.
 * - `unknown`: no node shows the transaction, or its block doesn't say whether it succeeded. The transaction may still arrive, so
 *   don't pay again.
 *
 * If the network has several endpoints, `failed` and `replaced` need the agreement of two endpoints. A `replaced` status with the
 * reason `repriced` needs no agreement. If the network has only one endpoint, `accordingTo` is the host of this endpoint.
 */
export type TransactionStatus =
  | {
      readonly phase: 'pending'
      /** The `reference` with additional data from the node, such as the nonce. Store it in place of the earlier `reference`. */
      readonly reference?: string | undefined
    }
  | {
      readonly phase: 'confirmed'
      readonly confirmations: number
      /** The block's time in ms, if the network reports it. */
      readonly at?: number | undefined
      /** The fee paid, in the native coin's smallest unit, if the network reports it. */
      readonly fee?: bigint | undefined
      /**
       * The hash of the transaction that the block includes. Set only if the sender's wallet sent the payment again with another
       * fee.
       */
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
       * `repriced`: the other transaction is the same payment with another fee, and `waitForTransaction` waits for it instead.
       * `cancelled`: the other transaction moves nothing to other accounts. `replaced`: any other transaction. `cancelled` and
       * `replaced` are only reported if the other transaction is in a final block.
       */
      readonly reason: 'repriced' | 'cancelled' | 'replaced'
      /** The hash of the other transaction. */
      readonly hash: string
      readonly accordingTo?: string | undefined
    }
  | {
      readonly phase: 'unknown'
      /**
       * The last block that can include the transaction. Absent if the transaction doesn't expire, or if its last block isn't
       * known.
       */
      readonly until?: bigint | undefined
      readonly reference?: string | undefined
      /** Why the outcome is unknown. Absent if no node shows the transaction. */
      readonly reason?: string | undefined
    }

/** The status of a transaction that was included in a block and succeeded. */
export type SettledTransaction = Extract<TransactionStatus, { readonly phase: 'confirmed' | 'finalized' }>

/** Options of `waitForTransaction`. */
export interface WaitOptions extends CallOptions {
  /** Default: `confirmed`. */
  readonly until?: SettledTransaction['phase'] | undefined
  /**
   * How long to wait while no node answers or shows the transaction, in ms. The time starts again whenever a node shows the
   * transaction. 0 means no limit. Default: 180,000.
   */
  readonly timeout?: number | undefined
}

export interface MessageSignature {
  readonly signature: string
  readonly encoding: 'hex' | 'base58' | 'base64'
  readonly scheme: 'eip191' | 'eip712' | 'eip1271' | 'ed25519' | 'sr25519' | 'ecdsa' | 'bip322' | 'adr36'
  readonly publicKey?: string | undefined
  /** The bytes that the wallet signed, if they differ from the message. A Ledger signs Solana's off-chain form of a message. */
  readonly signedMessage?: Uint8Array | undefined
}
