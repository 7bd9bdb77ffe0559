/** The used fields of a `getTransaction` result with the encoding `json`. */
export interface NodeTransaction {
  readonly slot: number
  /** In seconds since the epoch. Null if the node didn't keep the time of an old block. */
  readonly blockTime: number | null
  readonly transaction: {
    readonly signatures: readonly string[]
    readonly message: {
      readonly accountKeys: readonly string[]
      readonly instructions: readonly NodeInstruction[]
    }
  }
  readonly meta: {
    readonly err: unknown
    readonly innerInstructions?: readonly { readonly instructions: readonly NodeInstruction[] }[] | null
    readonly preTokenBalances?: readonly NodeTokenBalance[] | null
    readonly postTokenBalances?: readonly NodeTokenBalance[] | null
    readonly loadedAddresses?: { readonly writable: readonly string[]; readonly readonly: readonly string[] }
  } | null
}

export interface NodeInstruction {
  readonly programIdIndex: number
  readonly accounts: readonly number[]
  readonly data: string
}

export interface NodeTokenBalance {
  readonly accountIndex: number
  readonly mint: string
  readonly owner?: string
  readonly uiTokenAmount: { readonly amount: string; readonly decimals: number }
}
