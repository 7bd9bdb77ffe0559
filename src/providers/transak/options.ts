import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** Transak's names of a coin and of its network. */
export interface TransakCurrency {
  readonly code: string
  readonly network: string
}

export interface TransakOptions {
  /** Your API key. Pages may contain it. */
  readonly key: string
  /**
   * The base URL of your `latchkey serve`, which creates the links with your API secret. This URL is usually the same as
   * `endpoints.data`.
   */
  readonly signer: string
  /** The id of your project at `signer`. */
  readonly projectId: string
  /** The URL of Transak's page. Default: `https://global.transak.com`. For tests, use `https://global-stg.transak.com`. */
  readonly page?: string | undefined
  /** The URL of Transak's API for quotes. Default: `https://api.transak.com`. For tests, use `https://api-stg.transak.com`. */
  readonly api?: string | undefined
  /** The fee to show before there is a quote, such as `1-5%`. */
  readonly feeRange: string
  /**
   * The payment method to quote. Each method has its own fee. Visitors can choose another method on Transak's page. Default:
   * `credit_debit_card`.
   */
  readonly paymentMethod?: string | undefined
  /**
   * Transak's names of the currencies to add or replace, by CAIP-2 id and symbol:
   * https://api.transak.com/api/v2/currencies/crypto-currencies. Example: `{ 'eip155:1': { USDT: { code: 'USDT', network:
   * 'ethereum' } } }`.
   */
  readonly currencies?: Readonly<Record<CaipNetworkId, Readonly<Record<string, TransakCurrency>>>> | undefined
}
