import type { CallOptions } from '../../ports.ts'
import type { CaipAddress } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import type { ChainNetwork } from '../chain/network.ts'

/** The families on which visitors buy. Specification 1, section 1. */
export const onRampNamespaces = ['eip155', 'solana'] as const satisfies readonly ChainNamespace[]
export type OnRampNamespace = (typeof onRampNamespaces)[number]

/** Who sells. Specification 1, section 3, "Onramp provider". */
export interface OnRampProviderInfo {
  /** By which `features.onramp` names it. */
  readonly name: string
  readonly label: string
  /** What it keeps, as it says of itself, such as `1-2%`. */
  readonly feeRange: string
  readonly supportedChains: readonly OnRampNamespace[]
  /** Whether it says beforehand what so much money buys. */
  readonly quotes: boolean
}

/** What can be bought. Specification 1, section 3, "Purchase currency". */
export interface PurchaseCurrency {
  readonly id: string
  readonly name: string
  readonly symbol: string
  /** `chain_id` is the CAIP-2 reference of a network. */
  readonly networks: readonly {
    readonly name: string
    readonly display_name: string
    readonly chain_id: string
    readonly contract_address: string
  }[]
}

/** With what is paid. Specification 1, section 3, "Payment currency". */
export interface PaymentCurrency {
  /** ISO 4217. */
  readonly id: string
  /** By way of paying, such as `card`: the least and the most, exact decimal text. */
  readonly payment_method_limits: readonly {
    readonly id: string
    readonly min: string
    readonly max: string
  }[]
}

/** What a visitor wants to buy. */
export interface OnRampOrder {
  /** Where the coins go. */
  readonly account: CaipAddress
  readonly network: ChainNetwork
  readonly purchaseCurrency: PurchaseCurrency
  readonly paymentCurrency: PaymentCurrency
  /** Exact decimal text, within the limits; undefined while the visitor leaves it to the provider's page. */
  readonly paymentAmount: string | undefined
}

/** So much of a currency: exact decimal text. */
export interface OnRampMoney {
  readonly amount: string
  readonly currency: string
}

/** What so much money buys. Facts 2.2, `getOnrampQuote`. */
export interface OnRampQuote {
  /** All that is paid, with the fees in it. */
  readonly paymentTotal: OnRampMoney
  readonly purchaseAmount: OnRampMoney
  readonly paymentSubtotal?: OnRampMoney | undefined
  /** Of the provider. */
  readonly coinbaseFee?: OnRampMoney | undefined
  readonly networkFee?: OnRampMoney | undefined
  readonly quoteId?: string | undefined
}

/**
 * A service that sells coins for money, behind two methods. Its page takes the payment: Latchkey only opens it.
 * `onRampProviders` of the options brings one of a host's own.
 */
export interface OnRampProvider extends Omit<OnRampProviderInfo, 'quotes'> {
  /** What the order's amount buys. Absent: its page says so. A rejection is shown as a price that is not known. */
  quote?(order: OnRampOrder, opts: CallOptions): Promise<OnRampQuote>
  /** The page to open, an `https` URL; asked for once, by the click of the visitor. */
  link(order: OnRampOrder, opts: CallOptions): Promise<string>
}
