import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SwapProvider, SwapToken } from '../../../core/wallet/swap-provider.ts'
import type { Amount, Sent } from '../../../core/wallet/transaction.ts'
import type { CallOptions, Clock, Logger, Page, Unsubscribe } from '../../../ports.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { SnackbarController } from '../../shell/snackbar-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { Adapters } from '../../wallet/adapters.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'

/** What is still missing before a swap can be looked at; the first that applies. Facts 9.4, `Swap`. */
export type SwapLacks = 'token' | 'amount' | 'value' | 'funds'

/** What a quote comes to. */
export interface SwapTerms {
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** What is expected, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The least that arrives, else the chain refuses the swap; in the smallest unit of `to`. */
  readonly minimum: bigint
  /** In percent. */
  readonly slippage: number
  /** By how much what arrives is worth less than what goes, in percent; undefined where a price is not known. */
  readonly priceImpact?: number | undefined
  /** What the provider keeps of `amount`, in its smallest unit; undefined where it does not say. */
  readonly providerFee?: bigint | undefined
  /** The symbols on the way, first and last included. */
  readonly route: readonly string[]
  /** About what the network takes, in its own coin, until the swap is reviewed. */
  readonly networkFee: Amount
  /** The contract that swaps, where the provider names it. */
  readonly spender?: string | undefined
  /** When it was made, and until when it holds: times in ms. */
  readonly at: number
  readonly expiresAt: number
}

/** What the wallet will be asked next. All of it was read from the call itself, and from the chain. */
export interface SwapReview {
  /** `approve`: that the exchange may take just the amount; the swap is asked for after that. */
  readonly step: 'approve' | 'swap'
  readonly terms: SwapTerms
  /** The contract that swaps, and that takes the tokens. */
  readonly spender: string
  /** What this step will probably cost, and at most, in the network's own coin. */
  readonly fee: Amount
  readonly mostFee: Amount
}

/** That an exchange may take tokens, and has not. */
export interface OpenApproval {
  readonly network: ChainNetwork<'eip155'>
  readonly account: CaipAddress<'eip155'>
  readonly token: SwapToken
  readonly spender: string
  /** In the smallest unit of the token. */
  readonly amount: bigint
}

/** What became of a swap that was sent. */
export interface SwapResult {
  readonly terms: SwapTerms
  readonly hash: string
  readonly phase: 'pending' | 'confirmed' | 'failed' | 'unknown'
  /** By how much the balance has grown, as the chain says before and after; in the smallest unit of the token. */
  readonly received?: bigint | undefined
  /** Less than the minimum arrived. */
  readonly short: boolean
}

/** What is waited for: the wallet, or the chain. */
export type SwapWaiting = 'approving' | 'approved' | 'swapping' | 'revoking' | 'revoked'

/** Facts 3.8. */
export interface SwapState {
  /** The providers that there are, by their names; none: nothing is swapped. */
  readonly providers: readonly string[]
  /** Of which network the tokens are; undefined until they are known. */
  readonly network?: ChainNetwork<'eip155'> | undefined
  /** All that can be swapped, by symbol. */
  readonly tokens: readonly SwapToken[]
  readonly loadingTokens: boolean
  /** Other requested networks on which tokens can be swapped; known when the active one is none of them. */
  readonly elsewhere: readonly ChainNetwork[]
  readonly sourceToken?: SwapToken | undefined
  readonly toToken?: SwapToken | undefined
  /** As it was typed. */
  readonly sourceTokenAmount: string
  /** The same in the smallest unit of the token; undefined while it is no amount. */
  readonly amount?: bigint | undefined
  /** What the account has of both, as the chain says. */
  readonly sourceBalance?: Amount | undefined
  readonly toBalance?: Amount | undefined
  /** Of the network's own coin, in US dollars. */
  readonly coinPrice?: number | undefined
  /** Undefined: it can be reviewed, as soon as there are terms. */
  readonly lacks?: SwapLacks | undefined
  readonly loadingQuote: boolean
  readonly terms?: SwapTerms | undefined
  readonly reviewing: boolean
  readonly review?: SwapReview | undefined
  readonly waiting?: SwapWaiting | undefined
  /** Given for a swap that was not sent: it can be taken back. */
  readonly approval?: OpenApproval | undefined
  readonly result?: SwapResult | undefined
  /** Why it cannot be swapped, or was not; until something changes. */
  readonly error?: LatchkeyError | undefined
}

/** One swap, for who counts. Facts 3.12. */
export interface Swapping extends Pick<SwapTerms, 'from' | 'to' | 'amount' | 'toAmount'> {
  readonly network: ChainNetwork<'eip155'>
  readonly account: CaipAddress<'eip155'>
}

export interface SwapEvents {
  /** The wallet is about to be asked for the swap. */
  initiated: Swapping
  /** The network has it. */
  sent: Swapping & Sent
  failed: Swapping & { readonly error: LatchkeyError }
  approvalFailed: Swapping & { readonly error: LatchkeyError }
  /** The chain has carried it out, or refused it. */
  settled: Swapping & SwapResult
}

/** Tokens by their symbols, and how much, as a host may ask for it. */
export interface SwapPreset {
  readonly fromToken?: string | undefined
  readonly toToken?: string | undefined
  readonly amount?: string | undefined
}

/** See `SwapController`. */
export interface SwapCalls {
  /**
   * Reads the tokens of the active network, and fills in what is asked for. On a network where nothing is swapped the state has
   * no tokens, and says on which there are some.
   * @throws `swap/no-address`, `swap/initialize-failed` with the cause, `config/endpoint-off` without a provider, `config/feature-off`.
   */
  begin(preset?: SwapPreset | undefined, opts?: CallOptions): Promise<void>
  /** A token that is on the other side changes places with this one. */
  setSourceToken(token: SwapToken | undefined): void
  setToToken(token: SwapToken | undefined): void
  /** Decimal text, as it is typed; nothing is rounded. A quote is asked for 200 ms after the last change. */
  setAmount(text: string): void
  /** All of the token; of the network's own coin, what is left when the fee is paid. */
  setMaximum(opts?: CallOptions): Promise<void>
  /** The two change places; what was expected is what is given then. */
  switchTokens(): void
  /** Asks for a quote now. Never fails: the state has the error. */
  refresh(opts?: CallOptions): Promise<void>
  /**
   * Has the next step built, holds it against the quote and the chain, and reads what it costs.
   * @throws `swap/mismatch` naming the field in which what was built differs; what the provider and the chain throw.
   */
  prepareReview(opts?: CallOptions): Promise<SwapReview>
  /**
   * Asks the wallet to let the exchange take the amount, once; resolves when the chain has it, with the swap reviewed.
   * @throws `wallet/send-in-progress` while another one waits; as `prepareReview`; what `sendTransaction` does.
   */
  approve(opts?: CallOptions): Promise<void>
  /**
   * Asks the wallet for the swap, once, and resolves when the network has it; `result` tells what comes of it. What was reviewed
   * is what is signed, and a quote that is older than its life is fetched again first.
   * @throws `swap/changed` when less would arrive than was reviewed; as `approve`.
   */
  swapTokens(opts?: CallOptions): Promise<Sent>
  /** Takes an approval back that was given for nothing: asks the wallet once. */
  revoke(opts?: CallOptions): Promise<void>
  /** Lets it stand. */
  keepApproval(): void
  /** Begins anew, with the tokens that are known. An approval that is open stays so. */
  resetSwap(): void
}

/** What the behaviour has beside what the client shows of it. */
export interface SwapBehaviour extends SwapCalls {
  /** Keeps the quote, or the review, fresh until the signal aborts. */
  hold(opts: Required<CallOptions>): void
}

export interface SwapFollowing {
  /** Keeps the quote fresh while somebody looks at it: every 10 s while the page is seen. The result ends it. */
  follow(): Unsubscribe
}

/** What the behaviour is made of; fetched with it. */
export interface SwapParts {
  /** By their names. */
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
