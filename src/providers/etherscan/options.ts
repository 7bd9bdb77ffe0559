export interface EtherscanOptions {
  /**
   * The base URL of the API, or of your proxy that adds the key. The API is at `https://api.etherscan.io/v2`, for all networks.
   */
  readonly url: string
  /** Your key. Every visitor can read it in the page, so use a proxy for a key of a paid plan. */
  readonly key?: string | undefined
}
