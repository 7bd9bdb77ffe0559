export interface HeliusOptions {
  /** The base URL of the RPC and DAS API, `https://mainnet.helius-rpc.com`, or of your proxy that adds the key. */
  readonly url: string
  /**
   * The base URL of the Enhanced Transactions API, `https://api-mainnet.helius-rpc.com`, or of your proxy. Without it, Helius isn't
   * asked for the history.
   */
  readonly historyUrl?: string | undefined
  /** Your key. Every visitor can read it in the page: restrict it to your domain at Helius. */
  readonly key?: string | undefined
}
