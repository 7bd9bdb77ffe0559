/** The shapes that the data service answers with. Facts 2.2. */

/** One holding of an account. */
export interface WireBalance {
  readonly name: string
  readonly symbol: string
  /** CAIP-2. */
  readonly chainId: string
  /** CAIP-10 of the token; absent for the native coin. */
  readonly address?: string
  /** In US dollars; absent where no price is known. */
  readonly value?: number
  /** Of one whole unit in US dollars; 0 where none is known. */
  readonly price: number
  /** `numeric` is exact, in whole units. */
  readonly quantity: { readonly decimals: string; readonly numeric: string }
  readonly iconUrl: string
}

export interface WireTransfer {
  readonly fungible_info: {
    readonly name: string
    readonly symbol: string
    readonly icon: { readonly url: string }
  }
  /** As the account sees it. */
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
    /** ISO 8601; of one that waits, when it was asked for. */
    readonly minedAt: string
    readonly sentFrom: string
    readonly sentTo: string
    readonly status: Status
    readonly nonce: number
  }
  readonly transfers: readonly WireTransfer[]
}

export type Direction = 'in' | 'out' | 'self'
export type Status = 'confirmed' | 'failed' | 'pending'

/** A purchase as a row of history. Facts 2.2. */
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

/** What is sold, and for what. Specification 1, section 3. */
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
  /** Exact decimal text. */
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

/** What a name leads to. Times are Unix seconds. */
export interface WireProfile {
  readonly name: string
  readonly registered: number
  readonly updated: number
  /** By coin type (SLIP-44, ENSIP-11), each in the spelling of its family. */
  readonly addresses: Readonly<Record<string, { readonly address: string; readonly created: number }>>
  readonly attributes: readonly { readonly avatar?: string; readonly bio?: string }[]
}

/** A session that a wallet has granted. Times are Unix seconds. ERC-7715. */
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

/** What can be swapped. */
export interface WireSwapToken {
  readonly name: string
  readonly symbol: string
  /** CAIP-10; the native coin is at `0xeeee…eeee`. */
  readonly address: string
  readonly decimals: number
  /** Empty where there is no picture. */
  readonly logoUri: string
}

/** An offer. Amounts are decimal, in the smallest unit; what stands below the line is not of facts 2.2. */
export interface WireQuote {
  readonly id: string | null
  readonly fromAmount: string
  /** CAIP-10 of the token. */
  readonly fromAccount: string
  readonly toAmount: string
  readonly toAccount: string
  // ---
  /** Unix time in ms from which it counts no more. */
  readonly expiry: number
  /** The address of the contract that is called, and that has to be allowed to move the token. */
  readonly spender: string
  /** What is received at least, at `slippage` in percent. */
  readonly minimum: string
  readonly slippage: number
  /** The symbols of what it becomes on its way, from the first to the last. */
  readonly route: readonly string[]
  /** How much worse than the pools' own price it is by its size, without their fee, in percent. */
  readonly priceImpact: number
  /** What the pools keep of `fromAmount`; it is not in `toAmount`. */
  readonly fee: string
  /** Gas that the swap may use. */
  readonly gas: string
}

/** In wei of each unit of gas, decimal. */
export interface WireGasPrice {
  readonly standard: string
  readonly fast: string
  readonly instant: string
}

/** The call that lets the exchange move a token. Both `from` and `to` are the token: clients of before sent it to `from`. */
export interface WireApproval {
  readonly from: string
  readonly to: string
  readonly data: string
  readonly value: string
  readonly eip155: { readonly gas: number; readonly gasPrice: string }
}

/** The call that swaps; `from`, `to` are CAIP-10. What stands below the line is not of facts 2.2. */
export interface WireSwap {
  readonly from: string
  readonly to: string
  readonly data: string
  /** What is given, in the smallest unit. */
  readonly amount: string
  readonly eip155: { readonly gas: string; readonly gasPrice: string }
  // ---
  /** In wei: `amount` where the native coin is given, else 0. */
  readonly value: string
  readonly minimum: string
  /** Unix time in seconds after which the exchange refuses it. */
  readonly deadline: number
}
