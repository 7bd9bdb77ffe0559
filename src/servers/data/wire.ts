/** The response shapes of the data service (S3.2.2). */

export interface WireBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** The token's CAIP-10 id. Absent for the native coin. */
  readonly address?: string
  /** Absent if the price is unknown. */
  readonly value?: number
  /** Per whole unit; 0 if the price is unknown. */
  readonly price: number
  /** `numeric` is exact, in whole units. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

/** An account's balances. `currency` is an ISO 4217 code in lower case. */
export interface WireBalances {
  readonly balances: readonly WireBalance[]
  readonly currency: string
}

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
  /**
   * Empty if it isn't known, for example because the metadata can't be read. The same applies to the description, the
   * image and the collection's name.
   */
  readonly name: string
  readonly description: string
  /** A link with `https:`, `ipfs:` or `data:image/`. */
  readonly imageUrl: string
  readonly collection: { readonly name: string }
  /** Whether a provider marks the NFT as spam. Absent if no provider reports this. */
  readonly isSpam?: boolean
}

/** A transfer of a coin, a token or an NFT. */
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

export interface WireTransaction {
  readonly id: string
  readonly metadata: {
    readonly operationType: string
    readonly hash: string
    /** CAIP-2. */
    readonly chain: string
    /** ISO 8601. For a pending transaction: the time of the request. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: Status
    /** Absent if a provider returned the transaction. */
    readonly nonce?: number
  }
  readonly transfers: readonly WireTransfer[]
}

export type Direction = 'in' | 'out' | 'self'
/** `unknown`: the transaction is in a block, but its success is unknown. */
export type Status = 'confirmed' | 'failed' | 'pending' | 'unknown'

/** A purchase, in the format of a transaction (S3.2.2). */
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

/** The currencies that visitors can buy and pay with (S1.3). */
export interface WireCurrencies {
  readonly purchaseCurrencies: readonly {
    readonly id: string
    readonly name: string
    readonly symbol: string
    readonly networks: readonly {
      readonly name: string
      readonly display_name: string
      /** The reference of the CAIP-2 id. */
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

/** A name's profile. Times are in seconds since the epoch. */
export interface WireProfile {
  readonly name: string
  readonly registered: number
  readonly updated: number
  /** By coin type (SLIP-44, ENSIP-11). Each address is in the format of its family. */
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

export interface WireRefusal {
  readonly status: 'FAILED'
  readonly reasons: readonly { readonly name: string; readonly description: string }[]
}

export interface WireSwapToken {
  readonly name: string
  readonly symbol: string
  /** A CAIP-10 id. The native coin's address is `0xeeee…eeee`. */
  readonly address: string
  readonly decimals: number
  /** Empty if there is no picture. */
  readonly logoUri: string
}

/** A quote. Amounts are whole numbers of the smallest unit. The fields after `---` are additions to S3.2.2. */
export interface WireQuote {
  readonly id: string | null
  readonly fromAmount: string
  readonly fromAccount: string
  readonly toAmount: string
  readonly toAccount: string
  // ---
  /** In ms since the epoch. */
  readonly expiry: number
  /** The contract that performs the swap. It needs an allowance for the token. */
  readonly spender: string
  /** The amount that the account receives at least, with the requested slippage. */
  readonly minimum: string
  /** In percent. */
  readonly slippage: number
  /** The symbols of the traded tokens, in order. */
  readonly route: readonly string[]
  /** In percent, without fees. A larger amount gets a worse price. */
  readonly priceImpact: number
  /** The pools' fees in units of `fromAmount`. `toAmount` is the amount after fees. */
  readonly fee: string
  readonly gas: string
}

/** In wei per gas. */
export interface WireGasPrice {
  readonly standard: string
  readonly fast: string
  readonly instant: string
}

/**
 * The call that approves a token. Both `from` and `to` are the token's CAIP-10 id, because older clients send the call to
 * `from`.
 */
export interface WireApproval {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: string
  readonly eip155: { readonly gas: number; readonly gasPrice: string }
}

/** The call that swaps. `from` and `to` are CAIP-10 ids. The fields after `---` are additions to S3.2.2. */
export interface WireSwap {
  readonly from: string
  readonly to: string
  readonly data: string
  /** In the smallest unit. */
  readonly amount: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
  // ---
  /** In wei: `amount` if the native coin is swapped, otherwise 0. */
  readonly value: string
  readonly minimum: string
  /** In seconds since the epoch. The exchange refuses the swap after this time. */
  readonly deadline: number
}
