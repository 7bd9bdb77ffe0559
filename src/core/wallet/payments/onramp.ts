import type { CallOptions } from '../../../ports.ts'
import type { CaipAddress } from '../../chain/caip.ts'
import type { ChainNamespace } from '../../chain/namespace.ts'
import type { ChainNetwork } from '../../chain/network.ts'
import type { DataProviderContext } from '../data-provider.ts'

/** The families on which visitors can buy (S1.1). */
export const onRampNamespaces = ['eip155', 'solana'] as const satisfies readonly ChainNamespace[]
export type OnRampNamespace = (typeof onRampNamespaces)[number]

/** An on-ramp provider (S1.3). */
export interface OnRampProviderInfo {
  /** The provider's name in `features.onramp`. */
  readonly name: string
  readonly label: string
  /** The provider's fee in the provider's own words, such as `1-2%`. */
  readonly feeRange: string
  readonly supportedChains: readonly OnRampNamespace[]
  /** Whether the provider quotes prices. */
  readonly quotes: boolean
}

/** A currency to buy (S1.3). */
export interface PurchaseCurrency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** `chain_id` is a CAIP-2 reference. */
  readonly networks: readonly {
    readonly name: string
    readonly display_name: string
    readonly chain_id: string
    readonly contract_address: string
  }[]
}

/** A currency to pay with (S1.3). */
export interface PaymentCurrency {
  /** The ISO 4217 code. */
  readonly id: string
  /** The minimum and maximum amount for each payment method, such as `card`, as exact decimal text. */
  readonly payment_method_limits: readonly {
    readonly id: string
    readonly min: string
    readonly max: string
  }[]
}

/** A purchase that the visitor requests. */
export interface OnRampOrder {
  /** The account that receives the purchase. */
  readonly account: CaipAddress
  readonly network: ChainNetwork
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** Exact decimal text, within the limits. Undefined if the visitor chooses the amount on the provider's page. */
  readonly paymentAmount: string | undefined
  /** The amount to buy that the provider has quoted, as exact decimal text. Set only for `link`. */
  readonly purchaseAmount?: string | undefined
}

/** An amount and its currency. The amount is exact decimal text. */
export interface OnRampMoney {
  readonly amount: string
  readonly currency: string
}

/** A quote for an amount to pay (S3.2.2). */
export interface OnRampQuote {
  /** The total to pay, including fees. */
  readonly paymentTotal: OnRampMoney
  readonly purchaseAmount: OnRampMoney
  readonly paymentSubtotal?: OnRampMoney | undefined
  /** The provider's fee. */
  readonly coinbaseFee?: OnRampMoney | undefined
  readonly networkFee?: OnRampMoney | undefined
  readonly quoteId?: string | undefined
}

/** The options of each call of an on-ramp provider. `json` reads JSON from one HTTP service, as for a data provider. */
export interface OnRampCall extends CallOptions, Pick<DataProviderContext, 'json'> {}

/**
 * An on-ramp provider. The visitor pays on the provider's own page. Latchkey only opens this page. Add your provider with the
 * option `onRampProviders`.
 */
export interface OnRampProvider extends Omit<OnRampProviderInfo, 'quotes'> {
  /**
   * Returns a quote for the order. Omit this method if only the provider's page shows prices. If the promise rejects, the modal
   * shows no price.
   */
  quote?(order: OnRampOrder, opts: OnRampCall): Promise<OnRampQuote>
  /** Returns the `https` URL of the page to open. Called once per click. */
  link(order: OnRampOrder, opts: OnRampCall): Promise<string>
}
