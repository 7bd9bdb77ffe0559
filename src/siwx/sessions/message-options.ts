/** The content of the messages that visitors sign. */
export interface MessageOptions {
  /** The domain that visitors sign in to. Default: the page's host, with its port. */
  readonly domain?: string | undefined
  /** The URI that visitors sign in to. Default: the page's URL without query and fragment. */
  readonly uri?: string | undefined
  /** The statement that visitors sign: one line of letters, digits and the punctuation that EIP-4361 allows. */
  readonly statement?: string | undefined
  /** A list of URIs. */
  readonly resources?: readonly string[] | undefined
  /** The session's lifetime in ms. Default: unlimited. */
  readonly expiration?: number | undefined
  readonly requestId?: (() => string) | undefined
}
