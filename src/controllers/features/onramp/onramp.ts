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
 * A provider's quote. If `source` is `fallback`, the provider gave no usable quote, and each amount repeats the amount of the
 * order (S3.2.2). Don't show a fallback as a price. The visitor can't buy with a fallback.
 */
export interface ShownQuote extends OnRampQuote {
  readonly source: 'provider' | 'fallback'
}

/**
 * The progress of a purchase. `opening`: the provider's page is requested. `waiting`: the visitor pays on that page. `failed`:
 * see `error`.
 */
export type BuyPhase = 'opening' | 'waiting' | 'failed'

/** The state of purchases (S1.3, "Onramp state"). */
export interface OnRampState {
  /** All providers that the host configured. Their `supportedChains` lists the chain families that they support. */
  readonly providers: readonly OnRampProviderInfo[]
  /** The provider of the current purchase. Between purchases, the provider of the last purchase. Cleared by `resetState`. */
  readonly selectedProvider?: OnRampProviderInfo | undefined
  /** The currency to buy. Undefined until a method is first called. */
  readonly purchaseCurrency?: PurchaseCurrency | undefined
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** The currency to pay with. Undefined until a method is first called. */
  readonly paymentCurrency?: PaymentCurrency | undefined
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** The amount as the visitor typed it. Empty if the visitor enters the amount on the provider's page. */
  readonly paymentAmount: string
  /** The problem with the amount. */
  readonly problem?: PaymentProblem | undefined
  /** The minimum and maximum amount that the visitor can pay. */
  readonly limits?: PaymentLimits | undefined
  /** The amount of `purchaseCurrency` in the first quote that isn't a fallback, as an exact decimal string. */
  readonly purchaseAmount?: string | undefined
  /** The quotes by provider name. */
  readonly quotes: Readonly<Record<string, ShownQuote>>
  readonly quotesLoading: boolean
  /** The names of the providers that don't sell to the active account on the active network. */
  readonly unavailableProviders: readonly string[]
  /** The network on which Coinbase delivers to the account's address, if Coinbase doesn't support the active network. */
  readonly deliveryNetwork?: string | undefined
  readonly phase?: BuyPhase | undefined
  /** The URL of the provider's page for this purchase. */
  readonly url?: string | undefined
  /** Whether the browser blocked the window. If so, the visitor must follow a link. */
  readonly blocked: boolean
  /** Why the purchase failed. */
  readonly error?: LatchkeyError | undefined
  /** The account's purchases through Coinbase, newest first. Includes pending purchases. */
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
  /** The visitor started to buy. */
  entered: Buyer
  /** The visitor opened the page that explains buying. */
  explained: Buyer
  providerSelected: Buyer & { readonly provider: string }
  /** The provider reported a purchase, pending or completed. */
  reported: { readonly account: CaipAddress; readonly provider: string }
}

/** The methods of `OnRampController`. */
export interface OnRampCalls {
  /** Starts a purchase: clears the form and loads the currencies. Never rejects. */
  enter(): Promise<void>
  /** Records that the visitor opened the page that explains buying. */
  explain(): void
  /** Loads the currencies to buy and to pay with. If this fails, uses default currencies. Rejects only if `signal` aborts. */
  loadCurrencies(opts?: CallOptions): Promise<void>
  setPurchaseCurrency(currency: PurchaseCurrency): void
  setPaymentCurrency(currency: PaymentCurrency): void
  /** Sets the amount to pay, as the visitor typed it. Requests quotes half a second after the last call. */
  setPaymentAmount(text: string): void
  /**
   * Requests a quote from each provider that quotes prices, and resolves when the state has the quotes. Rejects only if `signal`
   * aborts.
   */
  getQuotes(opts?: CallOptions): Promise<void>
  /**
   * Opens a window for the provider's page. Call this within a click, because browsers block windows that open at another time.
   * When the URL of the page is known, loads the page in the window and resolves. Later, the state shows the outcome of a
   * purchase through Coinbase. Other providers report no outcome. Another purchase, leaving the view, or `leave` ends the wait.
   * @throws `onramp/unsupported`; `onramp/amount-out-of-range`, `validation/invalid-amount`; `onramp/no-price` if the provider
   * gave no quote; `onramp/invalid-link`; `connection/not-connected`; any error of the provider.
   */
  buy(provider: string, opts?: CallOptions): Promise<{ readonly url: string }>
  /** Stops waiting for the purchase. The window stays open. */
  leave(): void
  /**
   * Loads the purchases. If this fails, `state.purchasesError` says why.
   * @throws `connection/not-connected`
   */
  loadPurchases(opts?: CallOptions): Promise<void>
  /**
   * Loads the purchases as `loadPurchases` does. While a purchase is pending, loads them again every 3 s, until the signal
   * aborts. After a failure, waits longer each time, up to 60 s. Stops if the service refuses the request, for example with HTTP
   * 401.
   */
  followPurchases(opts: Required<CallOptions>): Promise<void>
  /** Clears the form. */
  resetState(): void
}

/** A provider's methods. */
export interface Seller {
  readonly quote?: ((order: OnRampOrder, opts: CallOptions) => Promise<OnRampQuote>) | undefined
  readonly link: (order: OnRampOrder, opts: CallOptions) => Promise<string>
  /** Whether the provider's page may use http, because the page or the provider is on localhost. */
  readonly local: boolean
}

/** The engine's dependencies, which load together with the engine. */
export interface OnRampParts {
  /** Undefined if the host configured no data service. */
  readonly service: OnRampService | undefined
  readonly sellers: ReadonlyMap<string, Seller>
  readonly defaults: OnRampCurrencies
  /** Checks a provider's quote. Returns undefined if the quote isn't valid. */
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
