export interface HeliusOptions {
  /** The base URL of the RPC and DAS API, or of your proxy that adds the key. The API is at `https://mainnet.helius-rpc.com`. */
  readonly url: string
  /**
   * The base URL of the Enhanced Transactions API, or of your proxy. The API is at `https://api-mainnet.helius-rpc.com`. Without
   * this URL, Latchkey doesn't ask Helius for the history.
   */
  readonly historyUrl?: string | undefined
  /** Your key. Every visitor can read it in the page, so restrict it to your domain at Helius. */
  readonly key?: string | undefined
}
