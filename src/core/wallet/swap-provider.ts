import type { CallOptions } from '../../ports.ts'
import type { CaipAddress, CaipNetworkId, Hex } from '../chain/caip.ts'

/** A token that can be swapped. */
export interface SwapToken {
  /** Of its contract. Absent: the network's own coin. */
  readonly address?: string | undefined
  readonly symbol: string
  readonly name: string
  readonly decimals: number
  /** An `https` URL. */
  readonly iconUrl?: string | undefined
  /** In US dollars for one, where it is known. To be shown, never to be counted with. */
  readonly price?: number | undefined
}

/** What a visitor wants: so much of one token for another, in their own account. */
export interface SwapWish {
  readonly network: CaipNetworkId<'eip155'>
  /** Gives the one and gets the other. */
  readonly account: CaipAddress<'eip155'>
  readonly from: SwapToken
  readonly to: SwapToken
  /** In the smallest unit of `from`. */
  readonly amount: bigint
  /** By how much the price may get worse until the swap is done, in percent. */
  readonly slippage: number
}

/** What a provider offers for a wish. All of it is held against the wish, and what is built later against it. */
export interface SwapQuote {
  /** The addresses that it is about, as the provider understood the wish. Absent: the network's own coin. */
  readonly from: string | undefined
  readonly to: string | undefined
  /** In the smallest unit of `from`, as the provider understood the wish. */
  readonly amount: bigint
  /** What is expected, in the smallest unit of `to`. */
  readonly toAmount: bigint
  /** The least that is accepted, in the smallest unit of `to`. Absent: `toAmount` less the slippage. */
  readonly minimum?: bigint | undefined
  /** The contract that swaps, and that takes the tokens. Absent: the one that is built for. */
  readonly spender?: string | undefined
  /** The symbols of the tokens on the way, first and last included. Absent: the two of the wish. */
  readonly route?: readonly string[] | undefined
  /** What the provider keeps of `amount`, in the smallest unit of `from`. Absent: it does not say. */
  readonly fee?: bigint | undefined
  /** What a unit of gas costs now, in wei. */
  readonly gasPrice: bigint
  /** When the offer ends, as a time in ms. Absent: 60 s after it was made. */
  readonly expiresAt?: number | undefined
}

/** A transaction as a provider builds it. */
export interface SwapCall {
  readonly network: CaipNetworkId
  /** Who signs it, as the provider understood the wish. */
  readonly from: string
  readonly to: string
  readonly data: Hex
  /** In wei. */
  readonly value: bigint
}

export interface SwapApproval {
  /** What may be taken of the token by now, as the provider says, in its smallest unit. */
  readonly allowance: bigint
  /** Allows the amount of the wish, and nothing else. Absent: nothing is needed. */
  readonly call?: SwapCall | undefined
}

/**
 * Whoever has prices and builds swaps: the service behind `endpoints.data`, or one that a host brings as `swapProvider`. Nothing
 * that it says is believed: quotes are held against the wish, transactions are decoded and held against the quote, allowances
 * and balances are read from the chain. Specification 2, section 7.
 */
export interface SwapProvider {
  /** By which `features.swaps` names it. */
  readonly name: string
  /**
   * The tokens of a network; none on a network where it does not swap. `only`: just those, by their addresses (undefined: the
   * network's own coin), and with their prices.
   */
  tokens(
    network: CaipNetworkId<'eip155'>,
    opts?: CallOptions & { readonly only?: readonly (string | undefined)[] | undefined },
  ): Promise<readonly SwapToken[]>
  /** @throws `swap/no-quote` when it has none for this. */
  quote(wish: SwapWish, opts?: CallOptions): Promise<SwapQuote>
  /** Only for a `from` that is a token. */
  approval(wish: SwapWish, quote: SwapQuote, opts?: CallOptions): Promise<SwapApproval>
  /** Does not ask whether the tokens may be taken by now. */
  build(wish: SwapWish, quote: SwapQuote, opts?: CallOptions): Promise<SwapCall>
}
