import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** Coinbase's names of a coin and of its network. */
export interface CoinbaseCurrency {
  readonly code: string
  readonly network: string
}

export interface CoinbaseOptions {
  /**
   * The base URL of your `latchkey serve`, which creates the links with your secret API key. This URL is usually the same as
   * `endpoints.data`.
   */
  readonly signer: string
  /** The id of your project at `signer`. */
  readonly projectId: string
  /** The URL of Coinbase's page. Default: `https://pay.coinbase.com`. */
  readonly page?: string | undefined
  /** The fee to show, such as `1-3%`. Coinbase tells you your fee. */
  readonly feeRange: string
  /**
   * Coinbase's names of the currencies to add or replace, by CAIP-2 id and symbol. Example: `{ 'eip155:137': { POL: { code: 'POL',
   * network: 'polygon' } } }`. The names: https://docs.cdp.coinbase.com/onramp/reference
   */
  readonly currencies?:
    | Readonly<Record<CaipNetworkId, Readonly<Record<string, CoinbaseCurrency>>>>
    | undefined
}
