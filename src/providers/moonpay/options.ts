import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface MoonpayOptions {
  /** Your publishable key, `pk_…`. */
  readonly key: string
  /**
   * The base URL of your `latchkey serve`, which signs the links with your secret key. This URL is usually the same as
   * `endpoints.data`.
   */
  readonly signer: string
  /** The id of your project at `signer`. */
  readonly projectId: string
  /** The URL of MoonPay's page. Default: `https://buy.moonpay.com`. With test keys, use `https://buy-sandbox.moonpay.com`. */
  readonly page?: string | undefined
  /** The URL of MoonPay's API for quotes. Default: `https://api.moonpay.com`. */
  readonly api?: string | undefined
  /** The fee to show before there is a quote, such as `1-4.5%`. MoonPay tells you your fee. */
  readonly feeRange: string
  /**
   * MoonPay's codes of the currencies to add or replace, by CAIP-2 id and symbol: https://api.moonpay.com/v3/currencies. Example: `{
   * 'eip155:1': { USDT: 'usdt' } }`.
   */
  readonly currencies?: Readonly<Record<CaipNetworkId, Readonly<Record<string, string>>>> | undefined
}
