/** The contents of the messages that visitors sign. */
export interface MessageOptions {
  /** The domain that visitors sign in to. Default: the page's host, with its port. */
  readonly domain?: string | undefined
  /** The URI that visitors sign in to. Default: the page's URL without query and fragment. */
  readonly uri?: string | undefined
  /** The statement that visitors sign. It is one line of letters, digits and the punctuation that EIP-4361 allows. */
  readonly statement?: string | undefined
  /** The URIs of resources. */
  readonly resources?: readonly string[] | undefined
  /** The session's lifetime in ms. Default: unlimited. */
  readonly expiration?: number | undefined
  readonly requestId?: (() => string) | undefined
}
