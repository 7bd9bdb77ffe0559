import type { CallOptions, Clock, JsonRpcPort } from '../../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../../chain/caip.ts'
import type { ReadJson } from '../data-provider.ts'
import type { SolanaInstruction } from '../family.ts'

/** The families with swaps. */
export type SwapNamespace = 'eip155' | 'solana'

/** A token that can be swapped. */
export interface SwapToken {
  /** The address of the token's contract or mint. Absent for the native coin. */
  readonly address?: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
  /** The price of one token in the provider's `currency`, if known. For display only, not for calculations. */
  readonly price?: number | undefined
}

/** A swap request: an account pays an amount of one token, and the same account receives another token. */
export interface SwapRequest<N extends SwapNamespace = 'eip155'> {
  readonly network: CaipNetworkId<N>
  /** The network of `to`, if it is another network of the same family. Default: `network`. */
  readonly toNetwork?: CaipNetworkId<N> | undefined
  /** The account that pays and receives. */
  readonly account: CaipAddress<N>
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** How much worse the rate may become before the swap executes, in percent. */
  readonly slippage: number
}

/** The second half of a swap between networks, as quoted: a bridge pays the account on the other network. */
export interface BridgeQuote {
  readonly network: CaipNetworkId
  /** The bridge's name, such as `across`. Identifies the bridge in `SwapProvider.arrival`. */
  readonly name: string
  /** The expected duration of the whole swap, in ms. Absent if unknown. */
  readonly duration?: number | undefined
}

/** A sent swap between networks. */
export interface SentBridge<N extends SwapNamespace = 'eip155'> {
  readonly network: CaipNetworkId<N>
  readonly toNetwork: CaipNetworkId<N>
  /** The hash of the transaction on `network`. */
  readonly hash: string
  /** The bridge's name, as in `BridgeQuote`. */
  readonly name: string
}

/** What a provider reports about the second half of a swap between networks. */
export interface BridgeStatus {
  /**
   * `arrived`: the account received the token. `partial`: the account received another token instead. `refunded`: the account got
   * a refund on the first network. `failed`: none of these happened, and the provider says that the bridge needs help.
   */
  readonly phase: 'pending' | 'arrived' | 'partial' | 'refunded' | 'failed'
  /** The hash of the transaction on the other network. Absent if unknown. */
  readonly hash?: string | undefined
}

/** A provider's quote. Latchkey checks the quote against the request, and the transaction against the quote. */
export interface SwapQuote {
  /** The tokens' addresses, as the provider understood the request. Absent for the native coin. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** In the smallest unit of `from`, as the provider understood the request. */
  readonly amount: bigint
  /** The bridge, and the network of `to`, as the provider understood the request. Absent if the swap stays on one network. */
  readonly bridge?: BridgeQuote | undefined
  /** The expected amount, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The minimum amount that the account receives, in the smallest unit of `to`. Default: `toAmount` minus the slippage. */
  readonly minimum?: bigint | undefined
  /** The contract that swaps and spends the tokens. Default: the contract that the built transaction calls. */
  readonly spender?: string | undefined
  /** The symbols of the tokens along the route, including the first and the last token. Default: the two tokens. */
  readonly route?: readonly string[] | undefined
  /** The provider's share of `amount`, in the smallest unit of `from`. Absent if unknown. */
  readonly fee?: bigint | undefined
  /**
   * How much worse the quote's rate is than the rate for a small amount on the same route, in percent. In a pool with little
   * liquidity, this loss is high. The visitor sees either this loss or the loss that follows from the prices, whichever is
   * higher.
   */
  readonly priceImpact?: number | undefined
  /** The current gas price, in wei. Needed on eip155 only. */
  readonly gasPrice?: bigint | undefined
  /** The estimated network fee, in the smallest unit of the native coin. Default: the gas of a usual swap at `gasPrice`. */
  readonly networkFee?: bigint | undefined
  /** The Unix time in ms when the quote expires. Default: 60 s after the quote was made. */
  readonly expiresAt?: number | undefined
}

/** A transaction that a provider built. */
export interface SwapCall {
  readonly network: CaipNetworkId
  /** The signing account, as the provider understood the request. */
  readonly from: string
  readonly to: string
  readonly data: Hex
  /** In wei. */
  readonly value: bigint
}

/**
 * The instructions of a swap on solana. The adapter adds the compute budget and the blockhash. The account pays the network fee.
 */
export interface SolanaSwapCall {
  readonly network: CaipNetworkId
  /** The account that signs, according to the provider. Latchkey compares this account with the request. */
  readonly from: string
  /** The address of the program that swaps. */
  readonly to: string
  readonly instructions: readonly SolanaInstruction[]
  /** The addresses of the address lookup tables to use. The adapter reads the tables from the network. */
  readonly lookupTables: readonly string[]
  /** The amount of the native coin that the call swaps, in lamports. */
  readonly value: bigint
}

/** The result of `SwapProvider.build` on the networks of a family. */
export type BuiltSwap<N extends SwapNamespace = SwapNamespace> = N extends 'solana'
  ? SolanaSwapCall
  : SwapCall

export interface SwapApproval {
  /** The current allowance according to the provider, in the token's smallest unit. */
  readonly allowance: bigint
  /** The call that approves exactly the requested amount. Absent if no approval is needed. */
  readonly call?: SwapCall | undefined
}

/**
 * A source of quotes and swap transactions: the service behind `endpoints.data`, or your own provider in the option
 * `swapProvider` or `providers`. Latchkey doesn't trust its results. Latchkey checks quotes against the request, decodes
 * transactions and checks them against the quote, and reads allowances and balances from the network (S2.7).
 */
export interface SwapProvider<N extends SwapNamespace = 'eip155'> {
  /** The provider's name in `features.swaps`. */
  readonly name: string
  /** The family of the provider's networks. Default: `eip155`. */
  readonly namespace?: N | undefined
  /**
   * The currency of the provider's prices (ISO 4217). If the option `currency` names another currency, Latchkey uses the prices
   * only to compute the price impact. Default: `usd`.
   */
  readonly currency?: string | undefined
  /**
   * Returns the tokens of a network. Returns an empty list if the provider doesn't swap on the network. With `only`, returns just
   * the tokens with these addresses, with their prices. In `only`, undefined stands for the native coin.
   */
  tokens(
    network: CaipNetworkId<N>,
    opts?: CallOptions & { readonly only?: readonly (string | undefined)[] | undefined },
  ): Promise<readonly SwapToken[]>
  /** @throws `swap/no-quote` if the provider has no quote for this request. */
  quote(request: SwapRequest<N>, opts?: CallOptions): Promise<SwapQuote>
  /** Returns the approval that the swap needs. Called only on eip155, and only if `from` is a token. */
  approval(request: SwapRequest<N>, quote: SwapQuote, opts?: CallOptions): Promise<SwapApproval>
  /** Builds the swap. Doesn't check the allowance. */
  build(request: SwapRequest<N>, quote: SwapQuote, opts?: CallOptions): Promise<BuiltSwap<N>>
  /**
   * Reports the second half of a swap between networks. Called only after the first half is confirmed. Absent if the provider
   * only swaps on one network. Without this method, Latchkey refuses requests with `toNetwork`.
   */
  arrival?(sent: SentBridge<N>, opts?: CallOptions): Promise<BridgeStatus>
}

/** The functions that a provider gets from the client. */
export interface SwapProviderContext {
  /** Returns an object that calls the nodes of a network, with batches, retries and ranking. */
  rpc(network: CaipNetworkId): JsonRpcPort
  /** Returns a function that reads JSON from one HTTP service: see `DataProviderContext`. */
  json(baseUrl: string): ReadJson
  readonly clock: Pick<Clock, 'now'>
}

/**
 * A provider for the option `providers`. The provider's code loads when it is first used. An example is `oneinch()` of
 * `latchkey/providers/oneinch`.
 */
export interface SwapProviderFactory<N extends SwapNamespace = 'eip155'> {
  /** The provider's name in `features.swaps`. */
  readonly name: string
  /** The family of the provider's networks. Default: `eip155`. */
  readonly namespace?: N | undefined
  create(context: SwapProviderContext): Promise<SwapProvider<N>>
}
