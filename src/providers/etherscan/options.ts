export interface EtherscanOptions {
  /** The base URL of the API, `https://api.etherscan.io/v2`, or of your proxy that adds the key. It serves all networks. */
  readonly url: string
  /** Your key. Every visitor can read it in the page: use a proxy for a key of a paid plan. */
  readonly key?: string | undefined
}
