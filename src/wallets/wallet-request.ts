/** What a page asks a wallet, by method. */
export interface WalletRequest {
  readonly method: string
  readonly params: readonly unknown[]
}

/**
 * Stands between the page and the wallet, and decides what the page is answered. `honest` answers as the wallet does; a
 * script of a test may do something else.
 */
export type Intercept = (request: WalletRequest, honest: () => Promise<unknown>) => Promise<unknown>

/** Nobody stands between. */
export const direct: Intercept = (_, honest) => honest()
