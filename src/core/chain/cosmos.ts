/** The Cosmos-specific parameters of a network. */
export interface CosmosChain {
  /** The bech32 prefix of account addresses, such as `cosmos`. */
  readonly bech32Prefix: string
  /** The denomination of `nativeCurrency`'s smallest unit, such as `uatom`. */
  readonly denom: string
  /** The price of one unit of gas in `denom`, as decimal text such as `0.025`. */
  readonly gasPrice: string
  /**
   * The kind of account keys. With `eth_secp256k1` (Injective, and networks built on Evmos or cosmos/evm), addresses and
   * signatures use keccak-256, as on Ethereum. Default: `secp256k1`.
   */
  readonly keyType?: 'secp256k1' | 'eth_secp256k1' | undefined
  /**
   * The protobuf type of public keys in transactions. Default: `/cosmos.crypto.secp256k1.PubKey`, or
   * `/cosmos.evm.crypto.v1.ethsecp256k1.PubKey` for `eth_secp256k1`.
   */
  readonly publicKeyType?: string | undefined
  /** The SLIP-44 coin type of the network's keys. Default: 118, or 60 for `eth_secp256k1`. */
  readonly coinType?: number | undefined
  /** The URL of the network's REST API, which wallets need to add the network. Default: the first RPC URL. */
  readonly restUrl?: string | undefined
  /** The names and decimals of further tokens. For any other token, Latchkey uses the network's own metadata. */
  readonly currencies?: readonly CosmosCurrency[] | undefined
}

export interface CosmosCurrency {
  /** The token's denomination, such as `uusdc`, or `ibc/` followed by a hash. */
  readonly denom: string
  readonly symbol: string
  readonly decimals: number
}

export type CosmosKeyKind = Pick<CosmosChain, 'keyType' | 'publicKeyType'>

export function hasEthKeys({ keyType }: CosmosKeyKind): boolean {
  return keyType === 'eth_secp256k1'
}

export function publicKeyTypeOf(chain: CosmosKeyKind): string {
  const { publicKeyType } = chain
  if (publicKeyType !== undefined) return publicKeyType
  return hasEthKeys(chain) ? '/cosmos.evm.crypto.v1.ethsecp256k1.PubKey' : '/cosmos.crypto.secp256k1.PubKey'
}

export function cosmosCoinTypeOf({ coinType, keyType }: Pick<CosmosChain, 'coinType' | 'keyType'>): number {
  return coinType ?? (hasEthKeys({ keyType }) ? 60 : 118)
}
