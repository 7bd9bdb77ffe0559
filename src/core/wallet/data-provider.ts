import type { CallOptions, Clock, JsonRpcPort } from '../../ports.ts'
import type { CaipAddress, CaipNetworkId } from '../chain/caip.ts'
import type { CosmosChain } from '../chain/cosmos.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { ReportedNftPage } from './nft.ts'
import type { PastTransaction } from './past-transaction.ts'
import type { ReportedBalance } from './token-balance.ts'

/** A token or the native coin. Identifies the price to read. */
export interface PricedToken {
  /** Absent for the native coin. */
  readonly address?: string | undefined
  /** The decimals that the network or a wallet reports. Undefined if unknown. */
  readonly decimals?: number | undefined
}

/** One page of an account's transactions. */
export interface ProvidedPage {
  /** The transactions on the account's network, newest first. */
  readonly transactions: readonly PastTransaction[]
  /** The cursor of the next page. Undefined on the last page. */
  readonly next: string | undefined
}

/** A source of balances, history, NFTs or prices. A method is absent if the provider doesn't have this kind of data. */
export interface DataProvider {
  /**
   * Returns whether the provider has balances and history for accounts on the network. `latchkey serve` calls this method to find
   * out which networks to list. If the method is absent, the provider adds no networks to this list.
   */
  serves?(network: CaipNetworkId, opts?: CallOptions): Promise<boolean>
  /**
   * The currency of the provider's prices (ISO 4217). If the option `currency` names another currency, Latchkey doesn't use the
   * prices. Default: `usd`.
   */
  readonly currency?: string | undefined
  /**
   * Returns the account's balances on its network, without prices. Returns undefined if the provider doesn't cover the network.
   */
  balances?(account: CaipAddress, opts?: CallOptions): Promise<readonly ReportedBalance[] | undefined>
  /** Returns one page of transactions. Returns undefined if the provider doesn't cover the network. */
  transactions?(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<ProvidedPage | undefined>
  /**
   * Returns one page of NFTs. Returns undefined if the provider doesn't cover the network. The client cleans the texts of the
   * NFTs.
   */
  nfts?(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<ReportedNftPage | undefined>
  /**
   * Returns the prices in the provider's `currency`, in the order of the tokens. An unknown price is undefined. If only some of
   * the prices can be read, the provider may return these, and call `failed` with the position of each other token and the error.
   * So these tokens don't count as tokens without a price.
   */
  prices?(
    network: CaipNetworkId,
    tokens: readonly PricedToken[],
    opts?: CallOptions & { readonly failed?: ((position: number, error: unknown) => void) | undefined },
  ): Promise<readonly (number | undefined)[]>
}

/** The options of one request of `ReadJson`. */
export interface ReadJsonOptions extends CallOptions {
  /** The request's headers. In a browser, a custom header causes a preflight request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /**
   * The body of a POST request, which is sent as JSON. The request must only read data, because it may be sent again. Without a
   * body, a GET request is sent.
   */
  readonly body?: unknown
}

/** Reads JSON from a path below a base URL. Leaves out parameters that are undefined, null or empty. */
export type ReadJson = (
  path: string,
  params?: Readonly<Record<string, string | number | boolean | null | undefined>>,
  opts?: ReadJsonOptions,
) => Promise<unknown>

/** The functions that a provider gets from the client. */
export interface DataProviderContext {
  /** Returns an object that calls the nodes of a network, with batches, retries and ranking. */
  rpc(network: CaipNetworkId): JsonRpcPort
  /** Returns the native coin of a network. Returns undefined if the network isn't in the host's options. */
  coin(network: CaipNetworkId): ChainNetwork['nativeCurrency'] | undefined
  /**
   * Returns the Cosmos-specific parameters of a network. Returns undefined if the host's options don't contain them.
   */
  cosmos?(network: CaipNetworkId): CosmosChain | undefined
  /**
   * Returns a function that reads JSON from one HTTP service. If a busy service asks for a pause of up to 30 s with
   * `Retry-After`, the function waits. If the service asks for a longer pause with status 429, calls fail at once until the pause
   * ends. Status 429 becomes `rpc/limit-exceeded`, with the service's `http/status` as the cause. Other errors: `http/status`,
   * `http/timeout`, `http/unreachable`, `http/redirected`, `http/invalid-body`.
   */
  json(baseUrl: string): ReadJson
  readonly clock: Pick<Clock, 'now'>
  /** The option `currency`: Latchkey needs prices in this currency. */
  readonly currency: string
}

/**
 * A provider for the option `providers`. The provider's code loads when it is first used. An example is `coingecko()` of
 * `latchkey/providers/coingecko`.
 */
export interface DataProviderFactory {
  readonly name: string
  /** The kinds of data that the provider has. */
  readonly covers: readonly ('balances' | 'history' | 'nfts' | 'prices')[]
  create(context: DataProviderContext): Promise<DataProvider>
}
