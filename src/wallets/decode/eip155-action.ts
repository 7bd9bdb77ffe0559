/** A change of a contract's code, or of the account that controls a contract. */
export type ControlChange =
  | 'give-owner'
  | 'drop-owner'
  | 'accept-owner'
  | 'give-admin'
  | 'give-role'
  | 'drop-role'
  | 'new-code'
  | 'add-owner'
  | 'drop-owner-of-several'
  | 'threshold'
  | 'add-module'
  | 'drop-module'
  | 'set-guard'
  | 'run-code'
  | 'account-code'
  | 'drop-account-code'

/**
 * The known effect of a call or a signature. Addresses are in lower case, amounts in the smallest unit, times in Unix seconds.
 */
export type Eip155Action = Eip155Effect & {
  /** The contract that acts for the account, such as a smart account. */
  readonly by?: string | undefined
}

export type Eip155Effect =
  | { readonly kind: 'pay'; readonly to: string; readonly amount: bigint }
  | { readonly kind: 'deploy'; readonly amount: bigint; readonly bytes: number }
  | {
      readonly kind: 'allow'
      readonly token: string
      readonly spender: string
      readonly amount: bigint
      /** `set`: the amount replaces the allowance. `more`, `less`: the allowance changes by the amount. */
      readonly change: 'set' | 'more' | 'less'
      /** The account that owns the tokens. Undefined if the acting account owns them. */
      readonly owner?: string | undefined
      /**
       * The last second of the allowance. 0 in a call: the allowance is only valid in the block of the call. Undefined if it doesn't end.
       */
      readonly until?: bigint | undefined
      /** The contract that lets spenders take the tokens, such as Permit2. Undefined if this contract is the token itself. */
      readonly through?: string | undefined
      /** Whether the spender can take the amount only once. */
      readonly once?: boolean | undefined
      /**
       * Whether the call's standard proves that the contract is a token with amounts. If not, the contract may be an NFT
       * contract.
       */
      readonly certain?: boolean | undefined
    }
  | {
      readonly kind: 'allow-all'
      readonly collection: string
      readonly operator: string
      readonly approved: boolean
    }
  | {
      readonly kind: 'transfer'
      readonly token: string
      /** The account that pays. Undefined if the acting account pays. */
      readonly from: string | undefined
      readonly to: string
      readonly amount: bigint
      /** The last second at which the signature can be used. */
      readonly until?: bigint | undefined
      readonly certain?: boolean | undefined
    }
  | {
      readonly kind: 'transfer-nft'
      readonly collection: string
      readonly from: string
      readonly to: string
      readonly id: bigint
      /** The number of units of the NFT (ERC-1155). Undefined if the NFT has only one. */
      readonly count?: bigint | undefined
    }
  | {
      readonly kind: 'burn'
      readonly token: string
      readonly from: string | undefined
      readonly amount: bigint
    }
  | {
      readonly kind: 'control'
      readonly change: ControlChange
      readonly contract: string
      /** The account or contract that gains or loses control. */
      readonly to?: string | undefined
      /** Further details of the call, such as a role. */
      readonly detail?: string | undefined
    }
  | {
      readonly kind: 'order'
      readonly gives: readonly OrderItem[]
      readonly gets: readonly (OrderItem & { readonly to: string })[]
      readonly offerer: string
      readonly until: bigint
    }
  | { readonly kind: 'unknown'; readonly contract: string; readonly selector: string; readonly bytes: number }
  /** A typed message that this wallet doesn't know. `contract` may be the contract that verifies it. */
  | { readonly kind: 'unknown-signature'; readonly type: string; readonly contract: string | undefined }
  /** A signature for a contract that claims to be a well-known contract (`name`) but has another address. */
  | { readonly kind: 'unknown-contract'; readonly name: string; readonly contract: string }
  /** Bytes after the arguments of a call, such as the page's own tag. */
  | { readonly kind: 'more-bytes'; readonly contract: string; readonly bytes: number }
  /** More calls, or more deeply nested calls, than a user could read. */
  | { readonly kind: 'too-many' }

/** An item that an order exchanges. */
export interface OrderItem {
  readonly item: 'native' | 'token' | 'nft' | 'any-nft'
  readonly token: string
  readonly id: bigint
  /** The lowest amount while the order is open. `most` is the highest. */
  readonly least: bigint
  readonly most: bigint
}

/** A call of a contract, as part of a transaction. */
export interface Eip155Inner {
  /** The called contract. Undefined if the call creates a contract. */
  readonly to: string | undefined
  readonly value: bigint
  /** `0x` and two hex digits per byte. */
  readonly data: string
  /** The contract that makes the call. Undefined if the account makes it. */
  readonly by?: string | undefined
}
