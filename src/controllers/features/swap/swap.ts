import type { CaipAddress, CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SwapNamespace, SwapProvider, SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { Amount, SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { BridgeList } from '../activity/stored-bridges.ts'

/**
 * What the form needs before the swap can be reviewed. If several inputs are missing, the value is the one that comes first in
 * this list (S3.9.4, `Swap`).
 */
export type MissingSwapInput = 'token' | 'amount' | 'value' | 'funds'

/** The terms of a quote. */
export interface SwapTerms {
  readonly from: SwapToken
  readonly to: SwapToken
  /** The amount to pay, in the smallest unit of `from`. */
  readonly amount: bigint
  /** The expected amount to receive, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The minimum amount to receive, in the smallest unit of `to`. If less would arrive, a swap on one network reverts. */
  readonly minimum: bigint
  /** The slippage tolerance, in percent. */
  readonly slippage: number
  /**
   * How much less the received tokens are worth than the paid tokens, in percent. Undefined if this loss can't be computed from
   * the prices and the provider doesn't report it.
   */
  readonly priceImpact?: number | undefined
  /** The part of `amount` that the provider keeps, in the smallest unit of `from`. Undefined if the provider doesn't report it. */
  readonly providerFee?: bigint | undefined
  /** The symbols of all tokens on the route, including the first and the last. */
  readonly route: readonly string[]
  /** The estimated network fee. The review has a better estimate and the maximum. */
  readonly networkFee: Amount
  /** The contract that swaps. Undefined if the provider doesn't report it. */
  readonly spender?: string | undefined
  /** The second half of a swap between networks: the payment on the other network. Undefined if the swap stays on one network. */
  readonly bridge?: SwapBridge | undefined
  /** When the quote was made, in ms since the Unix epoch. `expiresAt` has the same unit. */
  readonly at: number
  readonly expiresAt: number
}

/** The second half of a swap between networks, according to the provider. */
export interface SwapBridge {
  /** The network on which the account receives `to`. */
  readonly network: ChainNetwork<SwapNamespace>
  /** The name of the bridge. */
  readonly name: string
  /** The expected duration of the whole swap, in ms. Undefined if unknown. */
  readonly duration?: number | undefined
}

/** What the reviewed call guarantees about the second half of a swap between networks. */
export interface ReviewedBridge {
  /** The name of the bridge. */
  readonly name: string
  /** The minimum amount that the first half yields. The bridge takes this amount, and returns it if the second half fails. */
  readonly amount: Amount
  /** When the bridge stops trying and returns `amount` on the first network, as Unix time in seconds. */
  readonly refundAfter: bigint
}

/** The next wallet request, decoded from the call and checked against the network. */
export interface SwapReview {
  /**
   * `approve` sets an allowance of exactly the amount, before the swap. For some tokens, another approval first resets the
   * allowance to 0.
   */
  readonly step: 'approve' | 'swap'
  readonly terms: SwapTerms
  /** The contract that swaps. An approval allows this contract to take the tokens. */
  readonly spender: string
  /** The allowance that an approval sets, in the smallest unit of `from`. 0 resets an old allowance. Undefined for a swap. */
  readonly approves?: bigint | undefined
  /** When the contract stops accepting the swap, as Unix time in seconds. Undefined if the contract always accepts it. */
  readonly deadline?: bigint | undefined
  /** The second half of a swap between networks. Undefined for an approval, and if the swap stays on one network. */
  readonly bridge?: ReviewedBridge | undefined
  /** The expected network fee of this step, in the native coin. `maxFee` is the maximum. */
  readonly fee: Amount
  readonly maxFee: Amount
}

/** A token approval that no swap has used. */
export interface OpenApproval {
  readonly network: ChainNetwork<SwapNamespace>
  readonly account: CaipAddress<SwapNamespace>
  readonly token: SwapToken
  readonly spender: string
  /** The allowance in the token's smallest unit. */
  readonly amount: bigint
}

/** The second half of a sent swap between networks. */
export interface SwapArrival {
  /**
   * `arrived`: the account received the token. `partial`: the account received another token. `refunded`: the account got a
   * refund on the first network. `failed`: the provider says that the bridge needs help. `unknown`: the client can't tell.
   */
  readonly phase: 'pending' | 'arrived' | 'partial' | 'refunded' | 'failed' | 'unknown'
  /** The hash of the transaction on the other network. Undefined if unknown. */
  readonly hash?: string | undefined
}

/** The outcome of a sent swap. */
export interface SwapResult {
  readonly terms: SwapTerms
  /** The hash of the sent transaction. */
  readonly hash: string
  /** The hash of the transaction in the block, if it isn't the sent one, for example after the wallet raised the fee. */
  readonly minedHash?: string | undefined
  /**
   * The phase of the swap, or of the first half of a swap between networks. If the phase is `unknown`, the swap may still happen,
   * so don't repeat it.
   */
  readonly phase: 'pending' | 'confirmed' | 'failed' | 'replaced' | 'unknown'
  /** The second half of a swap between networks. Undefined until the first half is confirmed. */
  readonly arrival?: SwapArrival | undefined
  /** How much of the token `to` arrived, in its smallest unit: the increase of the balance. Undefined if it can't be read. */
  readonly received?: bigint | undefined
  /** Whether less than the minimum arrived. */
  readonly short: boolean
}

/**
 * The request that waits in the wallet (`approving`, `swapping`, `revoking`), or the transaction that waits for its confirmation
 * (`approved`, `revoked`).
 */
export type SwapWaiting = 'approving' | 'approved' | 'swapping' | 'revoking' | 'revoked'

/** The state of the swap form and its quote (S3.3.8). */
export interface SwapState {
  /** The names of the configured providers. If there are none, swaps aren't available. */
  readonly providers: readonly string[]
  /** The network of the tokens. Undefined until the tokens are loaded. */
  readonly network?: ChainNetwork<SwapNamespace> | undefined
  /** All tokens that can be swapped, sorted by symbol. */
  readonly tokens: readonly SwapToken[]
  readonly loadingTokens: boolean
  /** The other requested networks to which the provider can swap from the active network. Undefined until the tokens are loaded. */
  readonly toNetworks?: readonly ChainNetwork<SwapNamespace>[] | undefined
  /** The network of `toToken`, if it isn't the active network. */
  readonly toNetwork?: ChainNetwork<SwapNamespace> | undefined
  /** The tokens of `toNetwork`, sorted by symbol. Undefined if `toNetwork` is undefined. */
  readonly toTokens?: readonly SwapToken[] | undefined
  /** The other requested networks with swaps. Loaded only if the active network has no swaps. */
  readonly otherNetworks: readonly ChainNetwork[]
  readonly sourceToken?: SwapToken | undefined
  readonly toToken?: SwapToken | undefined
  /** The amount as the visitor typed it. */
  readonly sourceTokenAmount: string
  /** The amount in the token's smallest unit. Undefined if it isn't valid. */
  readonly amount?: bigint | undefined
  /** The account's balances of both tokens, each on the token's network. */
  readonly sourceBalance?: Amount | undefined
  readonly toBalance?: Amount | undefined
  /** The price of the native coin, in the currency of the option `currency`. */
  readonly coinPrice?: number | undefined
  /** What the form needs. Undefined if the swap can be reviewed as soon as there is a quote. */
  readonly missing?: MissingSwapInput | undefined
  readonly loadingQuote: boolean
  /** The terms of the quote. The first quote may lack the prices and the price impact while `loadingQuote` is true. */
  readonly terms?: SwapTerms | undefined
  readonly reviewing: boolean
  readonly review?: SwapReview | undefined
  readonly waiting?: SwapWaiting | undefined
  /** An approval that no swap has used. The visitor can revoke it. */
  readonly approval?: OpenApproval | undefined
  readonly result?: SwapResult | undefined
  /** Why the swap can't be made, or why it failed. Cleared on the next change. */
  readonly error?: LatchkeyError | undefined
}

/** A swap in events for analytics (S3.3.12). */
export interface Swapping extends Pick<SwapTerms, 'from' | 'to' | 'amount' | 'toAmount'> {
  readonly network: ChainNetwork<SwapNamespace>
  readonly account: CaipAddress<SwapNamespace>
}

export interface SwapEvents {
  /** The client will now ask the wallet for the swap. */
  initiated: Swapping
  /** The swap was sent to the network. */
  sent: Swapping & SentTransaction
  failed: Swapping & { readonly error: LatchkeyError }
  approvalFailed: Swapping & { readonly error: LatchkeyError }
  /**
   * The swap has an outcome, or the outcome can't be read (`unknown`). In a swap between networks, emitted
   * after the wait for the second half.
   */
  settled: Swapping & SwapResult
}

/**
 * The token symbols and the decimal amount to start with. The default of `fromToken` is the native coin, except if `toToken` is
 * the coin of the same network. If the network doesn't list `fromToken`, ignores the symbol and the amount.
 */
export interface SwapPreset {
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
  readonly amount?: string | undefined
  /** The network of `toToken`. Default: the active network. */
  readonly toNetwork?: CaipNetworkId<SwapNamespace> | undefined
}

/** The methods of `SwapController`. */
export interface SwapCalls {
  /**
   * Loads the tokens of the active network, and fills in the preset. On a network without swaps, `state.tokens` is empty, and
   * `state.otherNetworks` lists networks with swaps.
   * @throws `swap/no-address`, `swap/initialize-failed` with the cause, `config/endpoint-off` without a provider,
   * `config/feature-off`.
   */
  begin(preset?: SwapPreset | undefined, opts?: CallOptions): Promise<void>
  /** Sets the token to pay with. If this token is the token to receive, switches the two tokens. */
  setSourceToken(token: SwapToken | undefined): void
  setToToken(token: SwapToken | undefined): void
  /**
   * Sets the network of the token to receive, loads its tokens as `state.toTokens`, and clears the token to receive. A later call
   * cancels an earlier one. If the call rejects, and wasn't canceled, the state has the error too.
   * @param network One of `state.toNetworks`, or the active network.
   * @throws `swap/unsupported` if the provider doesn't swap to this network; any error of the provider.
   */
  setToNetwork(network: CaipNetworkId<SwapNamespace>, opts?: CallOptions): Promise<void>
  /**
   * Sets the amount as the visitor typed it, as decimal text. Doesn't round the amount. Requests a quote 200 ms after the last
   * change.
   */
  setAmount(text: string): void
  /**
   * Sets the whole balance as the amount. For the native coin, leaves enough for the network fee. If the call rejects, the state
   * has the error too. If the amount, the token or the account changes before the balance is read, the state doesn't change.
   * @throws `validation/insufficient-balance` if nothing can be swapped; any error of `ChainAdapter.estimateFee`.
   */
  setMaximum(opts?: CallOptions): Promise<void>
  /**
   * Switches the two tokens. The expected amount becomes the amount to pay. Does nothing if the tokens are on different networks.
   */
  switchTokens(): void
  /**
   * Requests a quote now. Rejects only if `signal` aborts. If the request fails, `state.error` says why. If a review is prepared in
   * the meantime, the state keeps the review with its terms, or the review's error.
   */
  refresh(opts?: CallOptions): Promise<void>
  /**
   * Asks the provider to build the next step, checks the step against the quote and the network, and reads the step's fee.
   * @throws `swap/mismatch`, which names the field that differs; `validation/insufficient-balance`; any error of the provider or
   * the network.
   */
  prepareReview(opts?: CallOptions): Promise<SwapReview>
  /**
   * Asks the wallet once for the reviewed approval. Resolves when the approval is confirmed and the review of the next step is
   * prepared. Resolves even if preparing the review fails: then `state.error` says why. If the reviewed approval has expired,
   * prepares it again before asking the wallet. Once the wallet is asked, `signal` ends only this call: `state` still shows whether
   * the wallet grants the approval.
   * @throws `swap/changed` if the new approval has another contract or amount than the reviewed one, or a fee above `maxFee`;
   * `wallet/send-in-progress` while another request is pending; errors of `prepareReview` and `sendTransaction`.
   */
  approve(opts?: CallOptions): Promise<void>
  /**
   * Asks the wallet once for the reviewed swap, and resolves when it is sent. Later, `state.result` shows the outcome. If the
   * quote has expired, renews it before asking the wallet. If the wallet's answer was lost (`rpc/maybe-sent`), this call and
   * `approve` reject with the same error, without asking the wallet, until the tokens or the amount change. On eip155, once the
   * wallet is asked, `signal` ends only this call: `state.waiting` stays until the wallet answers. If the visitor confirms,
   * `state.result` then shows the swap. Before the wallet is asked, an abort cancels the swap.
   * @throws `swap/changed` if less would arrive than in the review, if the fee is above the review's `maxFee`, if the contract or
   * the bridge differs, or if the call has no deadline anymore; the other errors of `approve`.
   */
  swapTokens(opts?: CallOptions): Promise<SentTransaction>
  /** Asks the wallet once to revoke the unused approval. Once the wallet is asked, `signal` ends only this call, as in `approve`. */
  revoke(opts?: CallOptions): Promise<void>
  /** Keeps the unused approval, and stops offering to revoke it. */
  keepApproval(): void
  /** Clears the form, but keeps the loaded tokens and an open approval. */
  resetSwap(): void
}

/** The engine's methods. They include `keepFresh`, which the client doesn't expose. */
export interface SwapBehavior extends SwapCalls {
  /** Keeps the quote or the review up to date until the signal aborts. */
  keepFresh(opts: Required<CallOptions>): void
}

export interface SwapFollowing {
  /** Updates the quote or the review every 10 s while the page is visible. Call the returned function to stop. */
  follow(): Unsubscribe
}

/** The engine's dependencies, which load together with the engine. */
export interface SwapParts {
  /** The providers by name. */
  readonly providers: ReadonlyMap<string, SwapProvider<SwapNamespace>>
}

export interface SwapDeps extends FeatureDeps {
  readonly parts: () => Promise<SwapParts>
  readonly account: Pick<AccountController, 'active' | 'watch' | 'updateBalance'>
  /** Lists swaps between networks, even after a reload. */
  readonly activity: BridgeList
  readonly network: Pick<NetworkController, 'activeNetwork' | 'watch' | 'requested'>
  readonly adapters: Pick<Adapters, 'get'>
  readonly options: Pick<OptionsController, 'state'>
  readonly router: Pick<RouterController, 'state' | 'watch'>
  readonly snackbar: Pick<SnackbarController, 'showError' | 'showSuccess'>
  readonly page: Pick<Page, 'visible' | 'listen'>
  readonly clock: Clock
  readonly log: Logger
}
