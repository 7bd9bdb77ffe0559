/** The Cosmos-specific parameters of a network. */
export interface CosmosChain {
  /** The bech32 prefix of account addresses, such as `cosmos`. */
  readonly bech32Prefix: string
  /** The denomination of `nativeCurrency`'s smallest unit, such as `uatom`. */
  readonly denom: string
  /** The price of one unit of gas in `denom`, as decimal text such as `0.025`. */
  readonly gasPrice: string
  /** The SLIP-44 coin type of the network's keys. Default: 118. */
  readonly coinType?: number | undefined
  /** The REST endpoint, which wallets need in order to add the network. */
  readonly restUrl?: string | undefined
  /** Names of further tokens. Other tokens are shown with the network's own metadata. */
  readonly currencies?: readonly CosmosCurrency[] | undefined
}

export interface CosmosCurrency {
  /** Such as `uusdc`, or `ibc/` and a hash. */
  readonly denom: string
  readonly symbol: string
  readonly decimals: number
}
