import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type {
  OnRampOrder,
  OnRampProviderInfo,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../../core/wallet/payments/onramp.ts'
import type { PaymentProblem } from '../../../core/wallet/payments/payment-amount.ts'
import type { PaymentLimits } from '../../../core/wallet/payments/payment-limits.ts'
import type { CallOptions, Clock, Logger, Page } from '../../../ports.ts'
import type { OnRampCurrencies, OnRampService } from '../../../services/onramp/onramp-service.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { TransactionsByYear } from '../activity/activity.ts'

/**
 * A provider's quote. With `fallback`, the provider gave no quote, and each field repeats the order's amount (S3.2.2). Don't show
 * a fallback as a price; the visitor can't buy with it.
 */
export interface ShownQuote extends OnRampQuote {
  readonly source: 'provider' | 'fallback'
}

/** The progress of a purchase: requesting the provider's page, waiting for the visitor to pay there, or failed (see `error`). */
export type BuyPhase = 'opening' | 'waiting' | 'failed'

/** The state of purchases (S1.3, "Onramp state"). */
export interface OnRampState {
  /** All providers that the host configured. `supportedChains` lists the families they support. */
  readonly providers: readonly OnRampProviderInfo[]
  /** The provider of the current or last purchase. */
  readonly selectedProvider?: OnRampProviderInfo | undefined
  /** The currency to buy; undefined until the first call. */
  readonly purchaseCurrency?: PurchaseCurrency | undefined
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** The currency to pay with; undefined until the first call. */
  readonly paymentCurrency?: PaymentCurrency | undefined
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** The amount as typed. Empty if the visitor chooses it on the provider's page. */
  readonly paymentAmount: string
  /** The problem with the amount. */
  readonly problem?: PaymentProblem | undefined
  /** The minimum and maximum amount of the payment currency. */
  readonly limits?: PaymentLimits | undefined
  /**
   * The amount of `purchaseCurrency` that the visitor would get, as an exact decimal string, from the first provider with a quote.
   */
  readonly purchaseAmount?: string | undefined
  /** The quotes by provider name. */
  readonly quotes: Readonly<Record<string, ShownQuote>>
  readonly quotesLoading: boolean
  /** The names of the providers that don't sell on this network. */
  readonly unavailableProviders: readonly string[]
  /** If Coinbase doesn't support the active network: the name of the network where it delivers, to the same address. */
  readonly deliveryNetwork?: string | undefined
  readonly phase?: BuyPhase | undefined
  /** The provider's page for this purchase, to open or copy. */
  readonly url?: string | undefined
  /** Whether the browser blocked the window, so that the visitor has to follow a link. */
  readonly blocked: boolean
  /** Why the purchase failed. */
  readonly error?: LatchkeyError | undefined
  /** The account's purchases through Coinbase, including pending ones, newest first. */
  readonly purchases: readonly PastTransaction[]
  readonly purchasesByYear: TransactionsByYear
  readonly purchasesLoading: boolean
  readonly purchasesError?: LatchkeyError | undefined
}

interface Buyer {
  /** Whether the active account is a smart account. */
  readonly isSmartAccount: boolean
}

/** Events for analytics (S3.3.12). */
export interface OnRampEvents {
  /** The visitor started a purchase. */
  entered: Buyer
  /** The visitor opened the explanation of buying. */
  explained: Buyer
  providerSelected: Buyer & { readonly provider: string }
  /** A purchase was reported, pending or completed. */
  reported: { readonly account: CaipAddress; readonly provider: string }
}

/** The methods of `OnRampController`. */
export interface OnRampCalls {
  /** Starts a purchase: clears earlier input and loads the currencies. Never rejects. */
  enter(): Promise<void>
  /** Records that the visitor opened the explanation of buying. */
  explain(): void
  /** Loads the currencies to buy and to pay with; uses defaults on failure. Never rejects. */
  loadCurrencies(opts?: CallOptions): Promise<void>
  setPurchaseCurrency(currency: PurchaseCurrency): void
  setPaymentCurrency(currency: PaymentCurrency): void
  /** Sets the amount to pay, as typed decimal text. Requests quotes half a second after the last call. */
  setPaymentAmount(text: string): void
  /** Requests a quote from each provider; resolves when the state has them. Never rejects. */
  getQuotes(opts?: CallOptions): Promise<void>
  /**
   * Opens the provider's page in a window. The window opens in the same task, so call this within a click. The page loads once its
   * URL is known. Resolves when the page is ready; the outcome appears in the state. Another purchase, leaving the view, or `leave`
   * ends the wait for the outcome.
   * @throws `onramp/unsupported`; `onramp/amount-out-of-range`, `validation/invalid-amount`; `onramp/no-price` if the provider
   * gave no quote; `onramp/invalid-link`; `connection/not-connected`; any error of the provider.
   */
  buy(provider: string, opts?: CallOptions): Promise<{ readonly url: string }>
  /** Stops waiting for the purchase. Leaves its window open. */
  leave(): void
  /**
   * Loads the purchases. Failures are in `state.purchasesError`.
   * @throws `connection/not-connected`
   */
  loadPurchases(opts?: CallOptions): Promise<void>
  /** Like `loadPurchases`, repeated every 3 s while a purchase is pending, until the signal aborts. */
  followPurchases(opts: Required<CallOptions>): Promise<void>
  /** Clears the form. */
  resetState(): void
}

/** A provider's methods. */
export interface Seller {
  readonly quote?: ((order: OnRampOrder, opts: CallOptions) => Promise<OnRampQuote>) | undefined
  readonly link: (order: OnRampOrder, opts: CallOptions) => Promise<string>
  /** Whether its page may be on localhost (http). */
  readonly local: boolean
}

/** The dependencies of the engine, loaded together with it. */
export interface OnRampParts {
  /** Undefined when the host configured no data service. */
  readonly service: OnRampService | undefined
  readonly sellers: ReadonlyMap<string, Seller>
  readonly defaults: OnRampCurrencies
  /** Validates a provider's quote; undefined if unusable. */
  readonly readQuote: (answer: unknown) => OnRampQuote | undefined
}

export interface OnRampDeps extends FeatureDeps {
  readonly parts: () => Promise<OnRampParts>
  readonly providers: readonly OnRampProviderInfo[]
  readonly account: Pick<AccountController, 'active' | 'watch' | 'updateBalance'>
  readonly network: Pick<NetworkController, 'activeNetwork' | 'watch'>
  readonly options: Pick<OptionsController, 'state'>
  readonly router: Pick<RouterController, 'state' | 'watch' | 'replace'>
  readonly page: Pick<Page, 'popup'>
  readonly clock: Clock
  readonly log: Pick<Logger, 'error' | 'debug'>
}
