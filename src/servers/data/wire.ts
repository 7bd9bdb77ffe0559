/** The response shapes of the data service (S3.2.2). */

/** One balance of an account. */
export interface WireBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** The token's CAIP-10 id; absent for the native coin. */
  readonly address?: string
  /** Absent if no price is known. */
  readonly value?: number
  /** Per whole unit; 0 if no price is known. */
  readonly price: number
  /** `numeric` is exact, in whole units. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

/** An account's balances, with values in a currency (ISO 4217, in lower case). */
export interface WireBalances {
  readonly balances: readonly WireBalance[]
  readonly currency: string
}

/** One NFT of an account. */
export interface WireNft {
  /** CAIP-2. */
  readonly chainId: string
  readonly standard: 'erc721' | 'erc1155' | 'metaplex'
  /** For Metaplex: the mint. */
  readonly contract: string
  /** Decimal; 0 for Metaplex. */
  readonly tokenId: string
  /** Decimal: 1 for ERC-721 and Metaplex. */
  readonly quantity: string
  /** Empty if the metadata can't be read, like the two fields below. */
  readonly name: string
  readonly description: string
  /** `https:`, `ipfs:` or `data:image/`. */
  readonly imageUrl: string
  readonly collection: { readonly name: string }
  /** Whether a provider calls it spam; absent if no provider says so. */
  readonly isSpam?: boolean
}

/** A transfer with the details of a coin, a token or an NFT. */
export interface WireTransfer {
  readonly fungible_info?: {
    readonly name: string
    readonly symbol: string
    readonly icon: { readonly url: string }
  }
  readonly nft_info?: {
    readonly name: string
    readonly content: { readonly preview: { readonly url: string } }
  }
  /** The direction from the account's point of view. */
  readonly direction: Direction
  /** Exact, in whole units. */
  readonly quantity: { readonly numeric: string }
  readonly value?: number
  readonly price?: number
}

/** One row of an account's history. */
export interface WireTransaction {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    /** CAIP-2. */
    readonly chain: string
    /** ISO 8601; for a pending transaction, the time of the request. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: Status
    /** Absent if a provider answered. */
    readonly nonce?: number
  }
  readonly transfers: readonly WireTransfer[]
}

export type Direction = 'in' | 'out' | 'self'
/** `unknown`: the transaction is in a block, but the node or provider doesn't say whether it succeeded. */
export type Status = 'confirmed' | 'failed' | 'pending' | 'unknown'

/** A purchase as a history row (S3.2.2). */
export interface WirePurchase {
  readonly id: string
  readonly metadata: Omit<WireTransaction['metadata'], 'status'> & {
    readonly status:
      | 'ONRAMP_TRANSACTION_STATUS_SUCCESS'
      | 'ONRAMP_TRANSACTION_STATUS_IN_PROGRESS'
      | 'ONRAMP_TRANSACTION_STATUS_FAILED'
  }
  readonly transfers: readonly WireTransfer[]
}

/** The currencies to buy and to pay with (S1.3). */
export interface WireCurrencies {
  readonly purchaseCurrencies: readonly {
    readonly id: string
    readonly name: string
    readonly symbol: string
    readonly networks: readonly {
      readonly name: string
      readonly display_name: string
      /** The CAIP-2 reference. */
      readonly chain_id: string
      /** Empty for the native coin. */
      readonly contract_address: string
    }[]
  }[]
  readonly paymentCurrencies: readonly {
    readonly id: string
    readonly payment_method_limits: readonly {
      readonly id: string
      readonly min: string
      readonly max: string
    }[]
  }[]
}

interface WireMoney {
  /** Exact decimal string. */
  readonly amount: string
  readonly currency: string
}

export interface WireOnRampQuote {
  readonly paymentTotal: WireMoney
  readonly paymentSubtotal: WireMoney
  readonly purchaseAmount: WireMoney
  readonly coinbaseFee: WireMoney
  readonly networkFee: WireMoney
  readonly quoteId: string
}

/** The profile of a name. Times are in seconds since the epoch. */
export interface WireProfile {
  readonly name: string
  readonly registered: number
  readonly updated: number
  /** By coin type (SLIP-44, ENSIP-11), each as its family writes it. */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created: number }>>
  readonly attributes: readonly { readonly avatar?: string; readonly bio?: string }[]
}

/** A session granted by a wallet (ERC-7715). Times are in seconds since the epoch. */
export interface WireSession {
  readonly pci: string
  readonly context: string
  /** In hex. */
  readonly chainId: string
  readonly expiry: number
  readonly signer: { readonly type: string }
  readonly permissions: readonly { readonly type: string }[]
  readonly policies: readonly { readonly type: string }[]
  readonly createdAt: number
  readonly revokedAt: number | null
}

/** The body of every refusal. */
export interface WireRefusal {
  readonly status: 'FAILED'
  readonly reasons: readonly { readonly name: string; readonly description: string }[]
}

/** A token that can be swapped. */
export interface WireSwapToken {
  readonly name: string
  readonly symbol: string
  /** CAIP-10; the native coin's address is `0xeeee…eeee`. */
  readonly address: string
  readonly decimals: number
  /** Empty if there is no picture. */
  readonly logoUri: string
}

/** A quote. Amounts are decimal strings in the smallest unit. The fields below the line are additions to S3.2.2. */
export interface WireQuote {
  readonly id: string | null
  readonly fromAmount: string
  /** The token's CAIP-10 id. */
  readonly fromAccount: string
  readonly toAmount: string
  readonly toAccount: string
  // ---
  /** When the quote expires, in ms since the epoch. */
  readonly expiry: number
  /** The contract to call, which needs an allowance for the token. */
  readonly spender: string
  /** The minimum received amount at `slippage` percent. */
  readonly minimum: string
  readonly slippage: number
  /** The symbols of the route's tokens, from first to last. */
  readonly route: readonly string[]
  /** The price impact in percent: how much worse the price is because of the amount, without fees. */
  readonly priceImpact: number
  /** The pools' fees in units of `fromAmount`, already deducted from `toAmount`. */
  readonly fee: string
  /** The gas limit of the swap. */
  readonly gas: string
}

/** In wei per gas, decimal strings. */
export interface WireGasPrice {
  readonly standard: string
  readonly fast: string
  readonly instant: string
}

/** The approval call for a token. Both `from` and `to` are the token's address, because older clients send the call to `from`. */
export interface WireApproval {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: string
  readonly eip155: { readonly gas: number; readonly gasPrice: string }
}

/** The swap call; `from` and `to` are CAIP-10 ids. The fields below the line are additions to S3.2.2. */
export interface WireSwap {
  readonly from: string
  readonly to: string
  readonly data: string
  /** The input amount in the smallest unit. */
  readonly amount: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
  // ---
  /** In wei: `amount` if the native coin is swapped, else 0. */
  readonly value: string
  readonly minimum: string
  /** In seconds since the epoch; the exchange refuses the swap after this time. */
  readonly deadline: number
}
