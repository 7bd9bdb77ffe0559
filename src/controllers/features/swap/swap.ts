import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SwapProvider, SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { Amount, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/**
 * What is missing before a swap can be reviewed. If several things are missing, the one that comes first in this list (S3.9.4,
 * `Swap`).
 */
export type MissingSwapInput = 'token' | 'amount' | 'value' | 'funds'

/** The terms of a quote. */
export interface SwapTerms {
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** The expected amount, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The minimum amount that must arrive, in the smallest unit of `to`. If less would arrive, the swap reverts. */
  readonly minimum: bigint
  /** The slippage tolerance, in percent. */
  readonly slippage: number
  /** The loss of value in percent; undefined if a price is unknown. */
  readonly priceImpact?: number | undefined
  /** The provider's share of `amount`, in the same unit; undefined if not reported. */
  readonly providerFee?: bigint | undefined
  /** The symbols of the route, including the first and last token. */
  readonly route: readonly string[]
  /** The estimated network fee. The review has the exact fee. */
  readonly networkFee: Amount
  /** The swap contract, if the provider names it. */
  readonly spender?: string | undefined
  /** When the quote was made and when it expires: ms since the Unix epoch. */
  readonly at: number
  readonly expiresAt: number
}

/** The next wallet request, decoded from the call itself and checked on the network. */
export interface SwapReview {
  /** `approve` sets an allowance for exactly the amount, before the swap. Some tokens need a reset to 0 before that. */
  readonly step: 'approve' | 'swap'
  readonly terms: SwapTerms
  /** The contract that swaps, or that is approved to take the tokens. */
  readonly spender: string
  /**
   * The allowance that an approval sets, in the smallest unit of `from`. The amount 0 resets a leftover allowance. Absent for a
   * swap.
   */
  readonly approves?: bigint | undefined
  /** When the contract stops accepting the swap: Unix time in seconds. Absent if it accepts the swap at any time. */
  readonly deadline?: bigint | undefined
  /** The expected and the maximum network fee of this step, in the native currency. */
  readonly fee: Amount
  readonly maxFee: Amount
}

/** An unused token approval. */
export interface OpenApproval {
  readonly network: ChainNetwork<'eip155'>
  readonly account: CaipAddress<'eip155'>
  readonly token: SwapToken
  readonly spender: string
  /** In the smallest unit of the token. */
  readonly amount: bigint
}

/** The outcome of a sent swap. */
export interface SwapResult {
  readonly terms: SwapTerms
  readonly hash: string
  /** `unknown`: the swap may still happen, so don't repeat it. */
  readonly phase: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'unknown'
  /** The increase of the on-chain balance, in the smallest unit of the token. */
  readonly received?: bigint | undefined
  /** Whether less than the minimum amount arrived. */
  readonly short: boolean
}

/** The pending wallet request, or the transaction being confirmed. */
export type SwapWaiting = 'approving' | 'approved' | 'swapping' | 'revoking' | 'revoked'

/** The state of the swap form and its quote (S3.3.8). */
export interface SwapState {
  /** The names of the configured providers; swaps are unavailable if empty. */
  readonly providers: readonly string[]
  /** The network of the tokens; undefined until they are loaded. */
  readonly network?: ChainNetwork<'eip155'> | undefined
  /** All tokens that can be swapped, by symbol. */
  readonly tokens: readonly SwapToken[]
  readonly loadingTokens: boolean
  /** Other requested networks with swaps; only read if the active one has none. */
  readonly otherNetworks: readonly ChainNetwork[]
  readonly sourceToken?: SwapToken | undefined
  readonly toToken?: SwapToken | undefined
  /** The amount as the visitor typed it. */
  readonly sourceTokenAmount: string
  /** The amount in the token's smallest unit; undefined while invalid. */
  readonly amount?: bigint | undefined
  /** The account's on-chain balances of both tokens. */
  readonly sourceBalance?: Amount | undefined
  readonly toBalance?: Amount | undefined
  /** The price of the native asset in the option `currency`. */
  readonly coinPrice?: number | undefined
  /** What is missing; undefined if the swap can be reviewed once there are terms. */
  readonly missing?: MissingSwapInput | undefined
  readonly loadingQuote: boolean
  readonly terms?: SwapTerms | undefined
  readonly reviewing: boolean
  readonly review?: SwapReview | undefined
  readonly waiting?: SwapWaiting | undefined
  /** An approval whose swap was not sent; it can be revoked. */
  readonly approval?: OpenApproval | undefined
  readonly result?: SwapResult | undefined
  /** Why the swap can't be made, or why it failed. Cleared on the next change. */
  readonly error?: LatchkeyError | undefined
}

/** A swap in events for analytics (S3.3.12). */
export interface Swapping extends Pick<SwapTerms, 'from' | 'to' | 'amount' | 'toAmount'> {
  readonly network: ChainNetwork<'eip155'>
  readonly account: CaipAddress<'eip155'>
}

export interface SwapEvents {
  /** The wallet is about to be asked for the swap. */
  initiated: Swapping
  /** The swap was sent to the network. */
  sent: Swapping & SentTransaction
  failed: Swapping & { readonly error: LatchkeyError }
  approvalFailed: Swapping & { readonly error: LatchkeyError }
  /** The swap was confirmed or failed on the network. */
  settled: Swapping & SwapResult
}

/** Token symbols and a decimal amount to start with. */
export interface SwapPreset {
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
  readonly amount?: string | undefined
}

/** The methods of `SwapController`. */
export interface SwapCalls {
  /**
   * Loads the tokens of the active network and applies the preset. On a network without swaps, `state.tokens` is empty and
   * `state.otherNetworks` lists networks with swaps.
   * @throws `swap/no-address`, `swap/initialize-failed` with the cause, `config/endpoint-off` without a provider,
   * `config/feature-off`.
   */
  begin(preset?: SwapPreset | undefined, opts?: CallOptions): Promise<void>
  /** Sets the source token. If it is the current target token, the two are switched. */
  setSourceToken(token: SwapToken | undefined): void
  setToToken(token: SwapToken | undefined): void
  /** Sets the amount as typed decimal text, without rounding. Requests a quote 200 ms after the last change. */
  setAmount(text: string): void
  /**
   * Sets the whole balance as the amount; for the native asset, less the network fee. An error is also in the state.
   * @throws `validation/insufficient-balance` if nothing can be swapped; any error of `ChainAdapter.estimateFee`.
   */
  setMaximum(opts?: CallOptions): Promise<void>
  /** Switches the two tokens. The expected amount becomes the source amount. */
  switchTokens(): void
  /** Requests a quote now. Never rejects; errors are in `state.error`. */
  refresh(opts?: CallOptions): Promise<void>
  /**
   * Asks the provider to build the next step, checks it against the quote and the network, and reads its fee.
   * @throws `swap/mismatch`, naming the field that differs; any error of the provider or the network.
   */
  prepareReview(opts?: CallOptions): Promise<SwapReview>
  /**
   * Asks the wallet once to approve the amount for the exchange. Resolves when the approval is confirmed and the swap's review is
   * prepared; `state.error` is set if the review fails. An expired approval is first prepared again.
   * @throws `swap/changed` if the new approval is for a contract or amount other than the reviewed one; `wallet/send-in-progress`
   * while another request is pending; errors of `prepareReview` and `sendTransaction`.
   */
  approve(opts?: CallOptions): Promise<void>
  /**
   * Asks the wallet once for the reviewed swap, and resolves when it is sent; `state.result` follows the outcome. An expired
   * quote is first renewed.
   * @throws `swap/changed` if less would arrive than the visitor reviewed, if the contract differs, or if the call no longer
   * has a
   * deadline; same as `approve`.
   */
  swapTokens(opts?: CallOptions): Promise<SentTransaction>
  /** Asks the wallet once to revoke an unused approval. */
  revoke(opts?: CallOptions): Promise<void>
  /** Keeps an unused approval. */
  keepApproval(): void
  /** Clears the form. Keeps the loaded tokens and an open approval. */
  resetSwap(): void
}

/** The engine's methods, including those that the client does not expose. */
export interface SwapBehavior extends SwapCalls {
  /** Keeps the quote or the review up to date until the signal aborts. */
  keepFresh(opts: Required<CallOptions>): void
}

export interface SwapFollowing {
  /** Updates the quote every 10 s while the page is visible. Call the returned function to stop. */
  follow(): Unsubscribe
}

/** The dependencies of the engine, loaded together with it. */
export interface SwapParts {
  /** By name. */
  readonly providers: ReadonlyMap<string, SwapProvider>
}

export interface SwapDeps extends FeatureDeps {
  readonly parts: () => Promise<SwapParts>
  readonly account: Pick<AccountController, 'active' | 'watch' | 'updateBalance'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'watch' | 'requested'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly options: Pick<OptionsController, 'state'>
  readonly router: Pick<RouterController, 'state' | 'watch'>
  readonly snackbar: Pick<SnackbarController, 'showError' | 'showSuccess'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
