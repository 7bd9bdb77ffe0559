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
 * What the form needs before the send can be reviewed. If several inputs are missing, the value is the one that comes last in
 * this list (S3.9.4, `WalletSend`).
 */
export type MissingSendInput = 'valid-address' | 'address' | 'funds' | 'amount' | 'value' | 'token'

/** What the visitor confirms. All values are read from the network. */
export interface SendReview {
  /** The expected network fee, in the native coin. */
  readonly fee: Amount
  /**
   * The maximum network fee, without `deposit`. Apart from `dataFee`, the transaction can spend at most `maxFee` on the fee, and
   * at most `deposit` on the deposit.
   */
  readonly maxFee: Amount
  /** The amount that creates an account for the recipient and stays there, in the smallest unit of the native coin. */
  readonly deposit: bigint
  /** The token's own transfer fee, in the token's smallest unit. The token deducts this fee from the amount. */
  readonly tokenTransferFee: bigint
  /** Whether the token doesn't state its decimals on the network (eip155). If so, the amount is in the token's smallest unit. */
  readonly rawUnits: boolean
  /**
   * The part of the fee that a rollup charges for data, in the smallest unit of the native coin. `maxFee` doesn't limit this
   * part.
   */
  readonly dataFee: bigint
  /**
   * The part of the balance that isn't spent, because it may carry inscriptions or runes (bip122). In the smallest unit of the
   * native coin.
   */
  readonly leftAside: bigint
  /** Whether fees are unusually high, so that the visitor may prefer to wait (bip122). */
  readonly unusualFee: boolean
  /** Whether the recipient has no private key, because a program controls it (a Solana address off the ed25519 curve). */
  readonly offCurve: boolean
}

/** The state of the send form (S1.3, "Send state"). */
export interface SendState {
  readonly token?: TokenBalance | undefined
  /** The amount as the visitor typed it. */
  readonly sendTokenAmount: string
  /** The amount in the token's smallest unit. Undefined if it isn't valid. */
  readonly amount?: bigint | undefined
  /** The recipient as the visitor typed it: an address or a name. */
  readonly receiver: string
  /** The recipient's address in canonical spelling. Undefined until it is resolved. */
  readonly receiverAddress?: string | undefined
  readonly receiverProfileName?: string | undefined
  /** The `https` URL of the avatar of the recipient's name. */
  readonly receiverProfileImageUrl?: string | undefined
  /** Whether the recipient's name is being resolved. */
  readonly resolving: boolean
  readonly warnings: readonly ReceiverWarning[]
  /** The address that the visitor knows and that the recipient resembles, if `warnings` has `look-alike`. */
  readonly resembled?: string | undefined
  /** Whether the visitor has confirmed a recipient that needs a confirmation. */
  readonly receiverConfirmed: boolean
  /** What the form needs. Undefined if the send can be reviewed. */
  readonly missing?: MissingSendInput | undefined
  readonly review?: SendReview | undefined
  readonly reviewing: boolean
  /**
   * Why the send isn't possible, or why it failed. The next change of the form clears the error, but a newer balance of the same
   * token doesn't.
   */
  readonly error?: LatchkeyError | undefined
  /** Whether the wallet has a pending request. */
  readonly loading: boolean
  /**
   * The transfer that the wallet is asked to send now. A change or reset of the form doesn't clear this field. Undefined if no
   * request is pending.
   */
  readonly pending?: PendingTransfer | undefined
  /** The transfer of this form that may have been sent. Cleared when the form shows another transfer, is reset or is sent again. */
  readonly maybeSent?: UncertainTransfer | undefined
  /** The last transfer that was sent. Cleared by the next request, a reset of the form, and a switch of account or network. */
  readonly sent?: SentTransfer | undefined
}

export interface Transfer {
  readonly network: ChainNetwork
  readonly from: CaipAddress
  readonly to: string
  readonly token: TokenBalance
  /** The amount in the token's smallest unit. */
  readonly amount: bigint
  /** The name, if the visitor entered a name as recipient. */
  readonly name?: string | undefined
}

/** A transfer that waits for the visitor's confirmation in the wallet. */
export interface PendingTransfer extends Transfer {
  /** The wallet that was asked. Another wallet may be connected now. */
  readonly wallet?: WalletInfo | undefined
}

/** A transfer whose outcome is unknown, because the wallet or node didn't report it (`rpc/maybe-sent`). */
export interface UncertainTransfer extends Transfer {
  readonly error: LatchkeyError
  /**
   * The transactions that could be this transfer, if only the wallet knows the transfer's hash. Latchkey reads the network
   * repeatedly until it finds at least one such transaction. This list contains no transactions whose hash this client knows. See
   * `ChainAdapter.findCandidates`.
   */
  readonly candidates?: readonly SentTransaction[] | undefined
}

/** A transfer that was sent to the network, with its hash. */
export type SentTransfer = Transfer & SentTransaction

/** Events for analytics (S3.3.12). */
export interface SendEvents {
  /** The client will now ask the wallet. */
  initiated: Transfer
  /** The transaction was sent to the network. */
  sent: SentTransfer
  failed: Transfer & { readonly error: LatchkeyError }
}

/** The methods of `SendController`. */
export interface SendCalls {
  /**
   * Sets the token. Ignores `undefined`. Clears the amount if this is a different token. Sets the amount to 1 for an NFT. Keeps
   * the error if only the token's balance has changed.
   */
  setToken(token: TokenBalance | undefined): void
  /** Sets the amount as the visitor typed it, as decimal text. Doesn't round the amount. */
  setAmount(text: string): void
  /**
   * Sets the maximum amount that can be sent. For a token, this is the balance. For the native coin, it is the balance minus the
   * network fee and minus the amount that must stay in the account. If the call rejects, the state has the error too. If the amount,
   * the token or the account changes before the balance is read, the state doesn't change.
   * @throws `validation/insufficient-balance` if nothing can be sent; any error of `ChainAdapter.estimateFee`.
   */
  setMaximum(opts?: CallOptions): Promise<void>
  /**
   * Sets the recipient: an address or a name. A name is resolved half a second after the last call. The previous recipient is
   * cleared at once. Resolves when the state has the result for the latest text.
   */
  setReceiver(text: string): Promise<void>
  /** Sets whether the visitor has confirmed a recipient that looks like a known address, or that no private key controls. */
  confirmReceiver(confirmed: boolean): void
  /**
   * Reads the fee and prepares the transfer, so that `sendToken` can ask the wallet within the click.
   * @throws The errors of `sendToken` that occur before the wallet is asked.
   */
  prepareReview(opts?: CallOptions): Promise<SendReview>
  /**
   * Asks the wallet once to send the reviewed transfer, and resolves when it is sent. Rejects if the fee is now above the
   * `maxFee` of the review. On eip155, once the wallet is asked, `signal` ends only this call: `state.pending` stays until the
   * wallet answers. If the visitor confirms, `state.sent` then shows the transfer. Before the wallet is asked, an abort cancels the
   * transfer.
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
