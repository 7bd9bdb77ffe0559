/** What is particular to a Cosmos chain: its bank names what it holds by denominations, and prefixes its addresses. */
export interface CosmosChain {
  /** The human-readable part of account addresses, such as `cosmos`. */
  readonly bech32Prefix: string
  /** What the bank calls the smallest unit of `nativeCurrency`, such as `uatom`. */
  readonly denom: string
  /** What one unit of gas costs in that denomination, in decimals, such as `0.025`. */
  readonly gasPrice: string
  /** The SLIP-44 number of the chain's keys. Default 118. */
  readonly coinType?: number | undefined
  /** The chain's REST endpoint: a wallet that is to add the chain asks for one. */
  readonly restUrl?: string | undefined
  /** What else the bank holds, with the names that people use. Others are shown by what the chain says of them. */
  readonly currencies?: readonly CosmosCurrency[] | undefined
}

export interface CosmosCurrency {
  /** Such as `uusdc`, or `ibc/` and a hash. */
  readonly denom: string
  readonly symbol: string
  readonly decimals: number
}
