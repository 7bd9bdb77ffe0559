/** The error of a wallet: it has a code, by EIP-1193 and JSON-RPC. */
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

/** The error for a rejection by the visitor. EIP-1193. */
export function userRejected(): ProviderError {
  return new ProviderError(4001, 'User rejected the request.')
}
