import type { CallOptions, Clock, JsonRpcPort } from '../../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../../chain/caip.ts'
import type { ReadJson } from '../data-provider.ts'

/** A token that can be swapped. */
export interface SwapToken {
  /** The contract's address. Absent for the native coin. */
  readonly address?: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
  /** Price per token in the provider's `currency`, if known. For display only, not for calculations. */
  readonly price?: number | undefined
}

/** A swap request: an amount of one token for another, paid out to the same account. */
export interface SwapRequest {
  readonly network: CaipNetworkId<'eip155'>
  /** The account that pays and receives. */
  readonly account: CaipAddress<'eip155'>
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** How much the price may worsen until execution, in percent. */
  readonly slippage: number
}

/** A provider's quote. It's checked against the request, and the built transaction is checked against the quote. */
export interface SwapQuote {
  /** Token addresses, as the provider understood the request. Absent for the native coin. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** In the smallest unit of `from`, as the provider understood the request. */
  readonly amount: bigint
  /** The expected amount, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The minimum received, in the smallest unit of `to`. Default: `toAmount` less the slippage. */
  readonly minimum?: bigint | undefined
  /** The contract that swaps and spends the tokens. Default: the recipient of the built call. */
  readonly spender?: string | undefined
  /** The token symbols along the route, including both ends. Default: the two tokens. */
  readonly route?: readonly string[] | undefined
  /** The provider's share of `amount`, in the smallest unit of `from`. Absent if unknown. */
  readonly fee?: bigint | undefined
  /**
   * How much worse the rate of the quote is than the rate for a small amount on the same route, in percent. In a pool with little liquidity, the
   * difference is high. The visitor sees this loss or the loss according to prices, whichever is higher.
   */
  readonly priceImpact?: number | undefined
  /** The current gas price, in wei. */
  readonly gasPrice: bigint
  /** Unix time in ms at which the quote expires. Default: 60 s after it was made. */
  readonly expiresAt?: number | undefined
}

/** A transaction built by a provider. */
export interface SwapCall {
  readonly network: CaipNetworkId
  /** The signing account, as the provider understood the request. */
  readonly from: string
  readonly to: string
  readonly data: Hex
  /** In wei. */
  readonly value: bigint
}

export interface SwapApproval {
  /** The current allowance according to the provider, in the token's smallest unit. */
  readonly allowance: bigint
  /** Approves exactly the requested amount. Absent if no approval is needed. */
  readonly call?: SwapCall | undefined
}

/**
 * A source of quotes and swap transactions: the service behind `endpoints.data`, or your own as `swapProvider`. Nothing that it
 * returns is trusted: quotes are checked against the request, transactions are decoded and checked against the quote, and
 * allowances and balances are read from the network (S2.7).
 */
export interface SwapProvider {
  /** The provider's name in `features.swaps`. */
  readonly name: string
  /**
   * The currency of the provider's prices (ISO 4217). If the option `currency` names another currency, the prices are only used for
   * the price impact. Default: `usd`.
   */
  readonly currency?: string | undefined
  /**
   * The tokens of a network; empty if the provider doesn't swap there. `only` limits the result to the tokens with these addresses (undefined stands
   * for the native coin), and includes their prices.
   */
  tokens(
    network: CaipNetworkId<'eip155'>,
    opts?: CallOptions & { readonly only?: readonly (string | undefined)[] | undefined },
  ): Promise<readonly SwapToken[]>
  /** @throws `swap/no-quote` if there's no quote for this request. */
  quote(request: SwapRequest, opts?: CallOptions): Promise<SwapQuote>
  /** Only called if `from` is a token. */
  approval(request: SwapRequest, quote: SwapQuote, opts?: CallOptions): Promise<SwapApproval>
  /** Builds the swap without checking the allowance. */
  build(request: SwapRequest, quote: SwapQuote, opts?: CallOptions): Promise<SwapCall>
}

/** The context that a provider gets from the client. */
export interface SwapProviderContext {
  /** The nodes of a network: batched, retried and ranked. */
  rpc(network: CaipNetworkId): JsonRpcPort
  /** A reader of one HTTP service, as in `DataProviderContext`. */
  json(baseUrl: string): ReadJson
  readonly clock: Pick<Clock, 'now'>
}

/** A provider that loads when the visitor opens swaps, such as `oneinch()` of `latchkey/providers/oneinch`. */
export interface SwapProviderFactory {
  /** The provider's name in `features.swaps`. */
  readonly name: string
  create(context: SwapProviderContext): Promise<SwapProvider>
}
