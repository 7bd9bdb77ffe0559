import type { Hex } from '../chain/caip.ts'

/** What a provider rejects with. `cause` is our own error, whose code says more. EIP-1193, "Provider Errors". */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** What a listener of each event is given. EIP-1193, "Events". */
export interface ProviderEvents {
  connect: { readonly chainId: Hex }
  disconnect: ProviderRpcError
  chainChanged: Hex
  accountsChanged: Hex[]
  message: { readonly type: string; readonly data: unknown }
}

/**
 * The EIP-1193 provider of an eip155 connection, whichever wallet is behind it: an extension, a Safe, or one at the other end
 * of WalletConnect. Reads go to the endpoints of the connection's network; what needs the wallet goes to the wallet, once,
 * through the gates that the adapter's own calls pass. It is on the one network on which the connection is. viem's
 * `custom()`, ethers' `BrowserProvider` and wagmi take it as they take an extension's.
 *
 * Errors have the numbers of EIP-1193: 4001, 4100, 4200, 4900, 4901, and 4902 for a network that the host did not configure.
 * There are no subscriptions (`eth_subscribe` is refused), so that `message` is never told.
 */
export interface ConnectionProvider {
  /** @throws `ProviderRpcError` */
  // biome-ignore lint/suspicious/noExplicitAny: the answer depends on the method; viem's own type asks for any.
  request(call: { readonly method: string; readonly params?: unknown }): Promise<any>
  on<E extends keyof ProviderEvents>(event: E, listener: (payload: ProviderEvents[E]) => void): this
  // biome-ignore lint/suspicious/noExplicitAny: libraries have types of their own for what listeners are given.
  on(event: string, listener: (...payload: any[]) => void): this
  removeListener<E extends keyof ProviderEvents>(
    event: E,
    listener: (payload: ProviderEvents[E]) => void,
  ): this
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  removeListener(event: string, listener: (...payload: any[]) => void): this
}
