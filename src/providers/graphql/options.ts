import type { CaipAddress, CaipNetworkId } from '../../core/chain/caip.ts'

export interface GraphqlOptions {
  /** The URL of the GraphQL endpoint, or of your proxy. It gets POST requests. */
  readonly url: string
  /** The networks for which the endpoint has data, as CAIP-2 ids. */
  readonly networks: readonly CaipNetworkId[]
  /** The headers of each request. Visitors can read them, so put secret keys into a proxy. */
  readonly headers?: Readonly<Record<string, string>> | undefined
  readonly history: GraphqlHistory
}

/** The request for one page of an account's history. */
export interface GraphqlRequest {
  readonly account: CaipAddress
  readonly network: CaipNetworkId
  /** The account's address, in the family's usual format. */
  readonly address: string
  /** The cursor that `read` returned with the page before. Undefined for the first page. */
  readonly cursor: string | undefined
}

export interface GraphqlHistory {
  /** The query of one page, the newest transactions first. */
  readonly query: string
  /** Returns the variables of the query. Default: `address`, and `cursor`, which is null for the first page. */
  readonly variables?: ((request: GraphqlRequest) => Readonly<Record<string, unknown>>) | undefined
  /**
   * Returns the transactions in the answer's `data`. Latchkey checks each field. If the function throws, the page fails with
   * `http/invalid-body`.
   */
  readonly read: (data: unknown, request: GraphqlRequest) => GraphqlPage
}

export interface GraphqlPage {
  readonly transactions: readonly GraphqlTransaction[]
  /** The cursor of the next page. Undefined or null on the last page. */
  readonly next?: string | null | undefined
}

export interface GraphqlTransaction {
  readonly hash: string
  /** Unix time in ms. */
  readonly at: number
  /** Default: `confirmed`. */
  readonly status?: 'confirmed' | 'failed' | 'pending' | undefined
  /**
   * A key of `activityWords`, such as `stake`. Default: `send`, `receive` or `trade`, depending on the directions of the
   * account's transfers, or `execute` if there are none.
   */
  readonly operation?: string | undefined
  /** The transfers from or to the account. Other transfers are left out. */
  readonly transfers: readonly GraphqlTransfer[]
}

export interface GraphqlTransfer {
  readonly from: string
  readonly to: string
  /** In the smallest unit. A text must be in decimal digits. */
  readonly amount: bigint | string
  readonly decimals: number
  readonly symbol: string
  /** Default: the symbol. */
  readonly name?: string | undefined
  /** Whether this is an NFT. Default: false. */
  readonly nft?: boolean | undefined
}
