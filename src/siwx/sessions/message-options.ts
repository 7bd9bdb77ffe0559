/** What stands in the messages that visitors sign. */
export interface MessageOptions {
  /** To which they sign in. Default: the host of the page, with its port. */
  readonly domain?: string | undefined
  /** Default: the address of the page, without what follows `?` or `#`. */
  readonly uri?: string | undefined
  /** Why they sign: one line of letters, digits and plain signs. */
  readonly statement?: string | undefined
  /** URIs. */
  readonly resources?: readonly string[] | undefined
  /** How long the session lasts, in ms. Default: no end of its own. */
  readonly expiration?: number | undefined
  readonly requestId?: (() => string) | undefined
}
