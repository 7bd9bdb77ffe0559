/** A request of a page to a wallet, by method. */
export interface WalletRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Gets a request before the wallet, and decides how the page is answered. `honest` gives the wallet's answer; the script of a
 * test may give another one.
 */
export type Intercept = (request: WalletRequest, honest: () => Promise<unknown>) => Promise<unknown>

/** Has the wallet answer every request. */
export const direct: Intercept = (_, honest) => honest()
