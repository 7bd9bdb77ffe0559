import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface RampOptions {
  /** Your host API key. Pages may contain it. */
  readonly key: string
  /** The URL of Ramp's page. Default: `https://app.rampnetwork.com`. For tests, use `https://app.demo.rampnetwork.com`. */
  readonly page?: string | undefined
  /**
   * The URL of Ramp's API for quotes. Default: `https://api.rampnetwork.com/api`. For tests, use
   * `https://api.demo.rampnetwork.com/api`.
   */
  readonly api?: string | undefined
  /** The fee to show before there is a quote, such as `1-4%`. */
  readonly feeRange: string
  /**
   * The payment method to quote. Each method has its own fee. Visitors can choose another method on Ramp's page. Default:
   * `CARD_PAYMENT`. The methods: https://docs.rampnetwork.com/rest-api-v3-reference
   */
  readonly paymentMethod?: string | undefined
  /**
   * Ramp's symbols of the currencies to add or replace, by CAIP-2 id and symbol. A symbol consists of Ramp's names of the network
   * and the coin: https://api.rampnetwork.com/api/host-api/v3/assets. Example: `{ 'eip155:1': { USDT: 'ETH_USDT' } }`.
   */
  readonly currencies?: Readonly<Record<CaipNetworkId, Readonly<Record<string, string>>>> | undefined
}
