/** A page's request to a wallet. */
export interface WalletRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Receives a request before the wallet does, and decides the answer. `answer` resolves with the wallet's own answer. A test may
 * return another answer.
 */
export type Intercept = (request: WalletRequest, answer: () => Promise<unknown>) => Promise<unknown>

/** Passes every request to the wallet. */
export const direct: Intercept = (_, answer) => answer()
