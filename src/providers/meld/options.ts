import type { CaipNetworkId } from '../../core/chain/caip.ts'

export interface MeldOnRampOptions {
  /** Your public key. Every link to Meld contains it. */
  readonly key: string
  /** The `https` URL of Meld's page. Meld tells you your URL. */
  readonly page: string
  /** The fee to show, such as `1-5%`. Meld tells you your fee. */
  readonly feeRange: string
  /**
   * Meld's codes for coins to add or replace, by CAIP-2 id and symbol. A code consists of the coin's symbol and Meld's name for
   * the network: https://docs.meld.io/docs/url-parameters. Example: `{ 'eip155:8453': { USDC: 'USDC_BASE' } }`.
   */
  readonly currencies?: Readonly<Record<CaipNetworkId, Readonly<Record<string, string>>>> | undefined
}
