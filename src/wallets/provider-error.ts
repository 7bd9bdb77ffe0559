/** What a wallet rejects with: an error with a number, as EIP-1193 and JSON-RPC have it. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
  ) {
    super(message)
  }
}

/** The visitor said no. EIP-1193. */
export function userRejected(): ProviderError {
  return new ProviderError(4001, 'User rejected the request.')
}
