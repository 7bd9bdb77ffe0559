import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { ReceiverWarning } from '../../../core/wallet/payments/receiver.ts'
import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import type { Amount, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger } from '../../../ports.ts'
import type { Persistence } from '../../../services/persistence.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { WalletInfo } from '../../wallet/connections-controller.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { NamesController } from '../names/names-controller.ts'

/**
 * What is missing before a send can be reviewed. If several things are missing, the one that comes last in this list (S3.9.4,
 * `WalletSend`).
 */
export type MissingSendInput = 'valid-address' | 'address' | 'funds' | 'amount' | 'value' | 'token'

/** The facts that the visitor confirms, read from the network. */
export interface SendReview {
  /** The expected network fee, in the native currency. */
  readonly fee: Amount
  /**
   * The maximum network fee, excluding `deposit`. The transaction can spend at most `maxFee` on the fee, and at most `deposit`
   * on the deposit.
   */
  readonly maxFee: Amount
  /** The amount that stays in an account created for the recipient, in the smallest unit of the native asset. */
  readonly deposit: bigint
  /** The token's own transfer fee, deducted from the amount, in the token's smallest unit. */
  readonly tokenTransferFee: bigint
  /** Whether the token doesn't state its decimals (eip155), so that the amount is in its smallest unit. */
  readonly rawUnits: boolean
  /** The part of the fee that a rollup charges for data, in the native asset's smallest unit. `maxFee` doesn't limit it. */
  readonly dataFee: bigint
  /** The amount that isn't spent because it may carry inscriptions or runes (bip122), in the native asset's smallest unit. */
  readonly leftAside: bigint
  /** Whether fees are so high that the visitor should decide whether to wait (bip122). */
  readonly unusualFee: boolean
  /** Whether no private key controls the recipient, only a program (a Solana address off the ed25519 curve). */
  readonly offCurve: boolean
}

/** The state of the send form (S1.3, "Send state"). */
export interface SendState {
  readonly token?: TokenBalance | undefined
  /** The amount as the visitor typed it. */
  readonly sendTokenAmount: string
  /** The amount in the token's smallest unit; undefined while invalid. */
  readonly amount?: bigint | undefined
  /** The recipient as typed: an address or a name. */
  readonly receiver: string
  /** The recipient's address in canonical spelling; undefined until resolved. */
  readonly receiverAddress?: string | undefined
  readonly receiverProfileName?: string | undefined
  /** The `https` URL of the name's avatar, if any. */
  readonly receiverProfileImageUrl?: string | undefined
  /** Whether the name is being resolved. */
  readonly resolving: boolean
  readonly warnings: readonly ReceiverWarning[]
  /** Whether the visitor has confirmed the recipient, if the recipient needs a confirmation. */
  readonly receiverConfirmed: boolean
  /** What is missing; undefined if the send can be reviewed. */
  readonly missing?: MissingSendInput | undefined
  readonly review?: SendReview | undefined
  readonly reviewing: boolean
  /** Why the send isn't possible, or why it failed. Cleared on the next change, but not by a newer balance of the same token. */
  readonly error?: LatchkeyError | undefined
  /** Whether a wallet request is pending. */
  readonly loading: boolean
  /**
   * The transfer that the wallet is asked for now. Kept when the form changes or is reset; undefined without a pending request.
   */
  readonly pending?: PendingTransfer | undefined
  /**
   * The transfer of this form that may have been sent. Kept until the form describes another transfer, is reset or is sent again.
   */
  readonly maybeSent?: UncertainTransfer | undefined
  /** The last transfer that was sent, until the next request or a switch of account or network. */
  readonly sent?: SentTransfer | undefined
}

/** A transfer. */
export interface Transfer {
  readonly network: ChainNetwork
  readonly from: CaipAddress
  readonly to: string
  readonly token: TokenBalance
  /** In the smallest unit of the token. */
  readonly amount: bigint
  /** The name that the recipient was entered by, if any. */
  readonly name?: string | undefined
}

/** A transfer that waits for a wallet's approval. */
export interface PendingTransfer extends Transfer {
  /** The wallet that is asked. It may no longer be the connected wallet. */
  readonly wallet?: WalletInfo | undefined
}

/** A transfer whose outcome the wallet or node didn't report, with the error `rpc/maybe-sent`. */
export interface UncertainTransfer extends Transfer {
  readonly error: LatchkeyError
  /**
   * The transactions that could be this transfer, if only the wallet knows its hash. Latchkey reads the network again and again
   * until it finds at least one. Transactions that this client sent itself are left out. See `ChainAdapter.findCandidates`.
   */
  readonly candidates?: readonly SentTransaction[] | undefined
}

/** A transfer that was sent to the network, with the hash to look it up. */
export type SentTransfer = Transfer & SentTransaction

/** Events for analytics (S3.3.12). */
export interface SendEvents {
  /** The wallet is about to be asked. */
  initiated: Transfer
  /** The transaction was sent to the network. */
  sent: SentTransfer
  failed: Transfer & { readonly error: LatchkeyError }
}

/** The methods of `SendController`. */
export interface SendCalls {
  /**
   * Sets the token; `undefined` is ignored. Choosing another token clears the amount. Choosing an NFT sets the amount to 1. Setting
   * the same token with a newer balance keeps the error.
   */
  setToken(token: TokenBalance | undefined): void
  /** Sets the amount as typed decimal text, without rounding. */
  setAmount(text: string): void
  /**
   * Sets the largest amount that can be sent: the balance. For the native asset, the network fee and the amount that must stay
   * in the account are subtracted. An error is also in the state.
   * @throws `validation/insufficient-balance` if nothing can be sent; any error of `ChainAdapter.estimateFee`.
   */
  setMaximum(opts?: CallOptions): Promise<void>
  /**
   * Sets the recipient: an address, or a name, which is resolved half a second after the last call. Clears the previous
   * recipient at once; only the latest text counts. Resolves when the state has the result.
   */
  setReceiver(text: string): Promise<void>
  /** Sets whether the visitor has confirmed a recipient that looks like a known address, or is off-curve. */
  confirmReceiver(confirmed: boolean): void
  /**
   * Reads the fee and prepares the transfer, so that `sendToken` can call the wallet within the click.
   * @throws Same as `sendToken`, before the wallet is asked.
   */
  prepareReview(opts?: CallOptions): Promise<SendReview>
  /**
   * Asks the wallet once for the reviewed transfer, and resolves when it is sent. A fee above the `maxFee` of the review is rejected.
   * @throws `validation/unsupported-chain`, `validation/amount-and-receiver-required`, `validation/token-required`;
   * `validation/receiver-not-confirmed`; `wallet/send-in-progress` while another request is pending; any error of
   * `ChainAdapter.send`.
   */
  sendToken(opts?: CallOptions): Promise<SentTransaction>
  /** Clears the form. */
  resetSend(): void
}

export interface SendDeps extends FeatureDeps {
  readonly account: Pick<AccountController, 'state' | 'active' | 'watch' | 'updateBalance'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'watch' | 'find'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly options: Pick<OptionsController, 'state'>
  readonly router: Pick<RouterController, 'reset' | 'pushTransactionStack' | 'popTransactionStack'>
  readonly persistence: Pick<Persistence, 'get' | 'getCache' | 'setCache'>
  readonly clock: Pick<Clock, 'after' | 'now'>
  readonly log: Pick<Logger, 'error' | 'debug'>
  readonly names: Pick<NamesController, 'resolve'>
}
