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
