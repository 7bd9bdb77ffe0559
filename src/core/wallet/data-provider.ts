import type { CallOptions, Clock, JsonRpcPort } from '../../ports.ts'
import type { CaipAddress, CaipNetworkId } from '../chain/caip.ts'
import type { ChainNetwork } from '../chain/network.ts'
import type { ReportedNftPage } from './nft.ts'
import type { PastTransaction } from './past-transaction.ts'
import type { ReportedBalance } from './token-balance.ts'

/** A token or the native coin, to ask for its price. */
export interface PricedToken {
  /** Absent for the native coin. */
  readonly address?: string | undefined
  /** The decimals that the network or a wallet reports; undefined if unknown. */
  readonly decimals?: number | undefined
}

/** One page of an account's transactions. */
export interface ProvidedPage {
  /** Newest first, only on the account's network. */
  readonly transactions: readonly PastTransaction[]
  /** The cursor of the next page; undefined on the last page. */
  readonly next: string | undefined
}

/** A source of balances, history, NFTs or prices. Each method is absent if the provider doesn't cover it. */
export interface DataProvider {
  /**
   * Whether the provider covers balances and history of the network's accounts. A server calls this to list its networks. Without
   * this method, a server doesn't list a network because of this provider.
   */
  serves?(network: CaipNetworkId, opts?: CallOptions): Promise<boolean>
  /**
   * The currency of the provider's prices (ISO 4217). If the option `currency` names another currency, the prices aren't used.
   * Default: `usd`.
   */
  readonly currency?: string | undefined
  /** The account's balances on its network, without prices; undefined if the network isn't covered. */
  balances?(account: CaipAddress, opts?: CallOptions): Promise<readonly ReportedBalance[] | undefined>
  /** One page of transactions; undefined if the network isn't covered. */
  transactions?(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<ProvidedPage | undefined>
  /** One page of NFTs; undefined if the network isn't covered. The client cleans their texts. */
  nfts?(
    account: CaipAddress,
    cursor: string | undefined,
    opts?: CallOptions,
  ): Promise<ReportedNftPage | undefined>
  /** Prices in the provider's `currency`, in the order of the tokens; undefined for each token without a known price. */
  prices?(
    network: CaipNetworkId,
    tokens: readonly PricedToken[],
    opts?: CallOptions,
  ): Promise<readonly (number | undefined)[]>
}

/** The options of one request of `ReadJson`. */
export interface ReadJsonOptions extends CallOptions {
  /** In a browser, a header that is specific to the service causes a preflight request. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  /** Sent as JSON in a POST request. The request must only read, because it may be sent again. Default: a GET request. */
  readonly body?: unknown
}

/** Reads JSON below a base URL. Parameters with an undefined or null value are left out. */
export type ReadJson = (
  path: string,
  params?: Readonly<Record<string, string | number | boolean | null | undefined>>,
  opts?: ReadJsonOptions,
) => Promise<unknown>

/** The context that a provider gets from the client. */
export interface DataProviderContext {
  /** The host's own nodes of a network: batched, retried and ranked. */
  rpc(network: CaipNetworkId): JsonRpcPort
  /** The native coin of a network; undefined if the host didn't request the network. */
  coin(network: CaipNetworkId): ChainNetwork['nativeCurrency'] | undefined
  /**
   * A reader of one HTTP service. If a busy service asks for a pause with `Retry-After`, the reader waits, up to 30 s. If the
   * service asks for a longer pause, calls fail at once until the pause ends, with `rpc/limit-exceeded`, whose cause is the
   * service's `http/status`. The reader also throws the other HTTP errors: `http/status`, `http/timeout`, `http/unreachable`,
   * `http/redirected`, `http/invalid-body`.
   */
  json(baseUrl: string): ReadJson
  readonly clock: Pick<Clock, 'now'>
  /** The option `currency`: the currency in which prices are wanted. */
  readonly currency: string
}

/** A provider for the option `providers` that loads on first use, such as `coingecko()` of `latchkey/providers/coingecko`. */
export interface DataProviderFactory {
  readonly name: string
  /** The kinds of data that the provider covers. */
  readonly covers: readonly ('balances' | 'history' | 'nfts' | 'prices')[]
  create(context: DataProviderContext): Promise<DataProvider>
}
