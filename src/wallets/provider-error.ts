/** A wallet's error, with a code of EIP-1193 or JSON-RPC. */
export class ProviderError extends Error {
  override readonly name = 'ProviderError'
  constructor(
    readonly code: number,
    message: string,
    readonly data?: unknown,
    options?: { readonly cause: unknown },
  ) {
    super(message, options)
  }
}

/** Creates the EIP-1193 error (4001) for a request that the user rejects. */
export function userRejected(): ProviderError {
  return new ProviderError(4001, 'User rejected the request.')
}
