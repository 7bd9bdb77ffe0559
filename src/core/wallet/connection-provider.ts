import type { Hex } from '../chain/caip.ts'

/** An error of an EIP-1193 provider. `cause` is a `LatchkeyError` with a more precise code. */
export interface ProviderRpcError extends Error {
  readonly code: number
  readonly data?: unknown
}

/** The payload of each event (EIP-1193). */
export interface ProviderEvents {
  connect: { readonly chainId: Hex }
  disconnect: ProviderRpcError
  chainChanged: Hex
  accountsChanged: Hex[]
  message: { readonly type: string; readonly data: unknown }
}

/**
 * The EIP-1193 provider of an eip155 connection. The wallet can be an extension, a Safe, or a wallet on WalletConnect. The
 * provider itself answers requests for the accounts and the chain id. Other reads and `eth_sendRawTransaction` go to the
 * endpoints of the connection's network. All other supported requests reach the wallet once, after the same checks as the
 * adapter's calls. The provider stays on the connection's network. It works with viem's `custom()`, ethers' `BrowserProvider` and
 * wagmi, like an extension's provider.
 *
 * Errors have the codes of EIP-1193, EIP-3085 (4902 for a network that isn't in the options), EIP-1474 and EIP-5792. A revert has
 * the code 3, as on nodes. Subscriptions aren't supported: the provider refuses `eth_subscribe` and never emits `message`.
 */
export interface ConnectionProvider {
  /** @throws `ProviderRpcError` */
  // biome-ignore lint/suspicious/noExplicitAny: the answer depends on the method; viem's own type asks for any.
  request(call: { readonly method: string; readonly params?: unknown }): Promise<any>
  on<E extends keyof ProviderEvents>(event: E, listener: (payload: ProviderEvents[E]) => void): this
  // biome-ignore lint/suspicious/noExplicitAny: libraries use their own types for the arguments of listeners.
  on(event: string, listener: (...payload: any[]) => void): this
  removeListener<E extends keyof ProviderEvents>(
    event: E,
    listener: (payload: ProviderEvents[E]) => void,
  ): this
  // biome-ignore lint/suspicious/noExplicitAny: as above.
  removeListener(event: string, listener: (...payload: any[]) => void): this
}
