import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { LatchkeyError } from '../../../core/errors/latchkey-error.ts'
import type {
  OnRampProvider,
  OnRampProviderInfo,
  OnRampQuote,
  PaymentCurrency,
  PurchaseCurrency,
} from '../../../core/wallet/onramp.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { PaymentProblem } from '../../../core/wallet/payment-amount.ts'
import type { PaymentLimits } from '../../../core/wallet/payment-limits.ts'
import type { CallOptions, Clock, Logger, Page } from '../../../ports.ts'
import type { OnRampCurrencies, OnRampService } from '../../../services/onramp/onramp-service.ts'
import type { FeatureDeps } from '../../base/feature-controller.ts'
import type { OptionsController } from '../../shell/options-controller.ts'
import type { RouterController } from '../../shell/router-controller.ts'
import type { AccountController } from '../../wallet/account-controller.ts'
import type { NetworkController } from '../../wallet/network-controller.ts'
import type { TransactionsByYear } from '../activity/activity.ts'

/**
 * What a provider said that an amount buys. `fallback`: it said nothing; the amounts are those of the question, as
 * facts 2.2 have it, no price: they are not to be shown as one, and nothing can be bought on them.
 */
export interface ShownQuote extends OnRampQuote {
  readonly source: 'provider' | 'fallback'
}

/** Where a purchase stands: its page is being asked for, the visitor is there, or it came to nothing: see `error`. */
export type BuyPhase = 'opening' | 'waiting' | 'failed'

/** Specification 1, section 3, "Onramp state". */
export interface OnRampState {
  /** All that the host has set up; those of a family are by `supportedChains`. */
  readonly providers: readonly OnRampProviderInfo[]
  /** With whom the visitor is buying, or did last. */
  readonly selectedProvider?: OnRampProviderInfo | undefined
  /** What is bought; undefined until the first call. */
  readonly purchaseCurrency?: PurchaseCurrency | undefined
  readonly purchaseCurrencies: readonly PurchaseCurrency[]
  /** With what it is paid; undefined until the first call. */
  readonly paymentCurrency?: PaymentCurrency | undefined
  readonly paymentCurrencies: readonly PaymentCurrency[]
  /** As it was typed; empty while the visitor leaves it to the provider's page. */
  readonly paymentAmount: string
  /** What is wrong with it. */
  readonly problem?: PaymentProblem | undefined
  /** The least and the most of the currency. */
  readonly limits?: PaymentLimits | undefined
  /** What it buys, exact decimal text: the first that a provider has said. */
  readonly purchaseAmount?: string | undefined
  /** By the provider's name. */
  readonly quotes: Readonly<Record<string, ShownQuote>>
  readonly quotesLoading: boolean
  /** Names of those that do not sell on this network. */
  readonly absent: readonly string[]
  /** Coinbase knows no such network, and pays the same address on the one of this name. */
  readonly arrivesOn?: string | undefined
  readonly phase?: BuyPhase | undefined
  /** The provider's page of this purchase, to be opened or copied. */
  readonly url?: string | undefined
  /** The browser has opened no window for it: the visitor has to follow a link. */
  readonly blocked: boolean
  /** Why nothing was bought. */
  readonly error?: LatchkeyError | undefined
  /** What the account has bought through Coinbase, and what is on its way; newest first. */
  readonly purchases: readonly PastTransaction[]
  readonly purchasesByYear: TransactionsByYear
  readonly purchasesLoading: boolean
  readonly purchasesError?: LatchkeyError | undefined
}

interface Buyer {
  /** Whether the visitor is a smart account. */
  readonly isSmartAccount: boolean
}

/** For who counts. Facts 3.12. */
export interface OnRampEvents {
  /** The visitor wants to buy. */
  entered: Buyer
  /** They want to know what that is. */
  explained: Buyer
  providerSelected: Buyer & { readonly provider: string }
  /** A purchase has been reported, on its way or done. */
  reported: { readonly account: CaipAddress; readonly provider: string }
}

/** See `OnRampController`. */
export interface OnRampCalls {
  /** The visitor wants to buy: what they filled in before is gone, and the currencies are read. Never fails. */
  enter(): Promise<void>
  /** They want to know what that is. */
  explain(): void
  /** Reads what can be bought, and with what; what could not be read has defaults. Never fails. */
  loadCurrencies(opts?: CallOptions): Promise<void>
  setPurchaseCurrency(currency: PurchaseCurrency): void
  setPaymentCurrency(currency: PaymentCurrency): void
  /** Decimal text, as it is typed. What it buys is asked for half a second after the last key. */
  setPaymentAmount(text: string): void
  /** Asks each provider what the amount buys; resolves when the state has it. Never fails. */
  getQuotes(opts?: CallOptions): Promise<void>
  /**
   * Opens the provider's page in a window, in this very task, so that a click still counts as one; the window waits for the
   * page's address. Resolves when the visitor can be there. What becomes of it is in the state. Another purchase, another
   * view and `leave` end it.
   * @throws `onramp/unsupported`; `onramp/amount-out-of-range`, `validation/invalid-amount`; `onramp/no-price` where a
   * provider has not said what the amount buys; `onramp/invalid-link`; `connection/not-connected`; what the provider does.
   */
  buy(provider: string, opts?: CallOptions): Promise<{ readonly url: string }>
  /** Nobody waits for the purchase any more. A window that is open stays. */
  leave(): void
  /** Reads what was bought. A failure is in the state. @throws `connection/not-connected` */
  loadPurchases(opts?: CallOptions): Promise<void>
  /** The same, and again every 3 s while something is on its way, until the signal aborts. */
  followPurchases(opts: Required<CallOptions>): Promise<void>
  /** Begins anew. */
  resetState(): void
}

/** One who sells. */
export interface Seller {
  readonly quote?: OnRampProvider['quote']
  readonly link: OnRampProvider['link']
  /** Its page may be one of this machine. */
  readonly local: boolean
}

/** What the behaviour is made of; fetched with it. */
export interface OnRampParts {
  /** Undefined where the host names no data service. */
  readonly service: OnRampService | undefined
  readonly sellers: ReadonlyMap<string, Seller>
  readonly defaults: OnRampCurrencies
  /** What can be used of what a provider said; undefined for nothing. */
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
