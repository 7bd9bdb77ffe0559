export interface Coin {
  readonly denom: string
  /** In the smallest unit. */
  readonly amount: string
}

export interface CosmosMessage {
  readonly type: string
  /** The members for a person to read, by name; undefined for a type of message that is not known here. */
  readonly values: readonly (readonly [string, string])[] | undefined
  /** Set for a payment from one account to another. */
  readonly transfer:
    | { readonly from: string; readonly to: string; readonly coins: readonly Coin[] }
    | undefined
  /** The account that has to sign the message, where that is known. `field` is the member that names it. */
  readonly signer: { readonly field: string; readonly address: string } | undefined
  /** The message as it is in the document: bytes in the mode Direct, JSON in Amino. */
  readonly raw: Uint8Array | Readonly<Record<string, unknown>>
}

/** A document that a wallet of the family signs, in either mode. It is decoded without the library that signs it. */
export interface CosmosDoc {
  readonly mode: 'direct' | 'amino' | 'adr36'
  /** The document in the form that wallets take. */
  readonly doc: object
  readonly chainId: string
  readonly accountNumber: string
  readonly sequence: string
  readonly messages: readonly CosmosMessage[]
  readonly memo: string
  readonly fee: {
    readonly amount: readonly Coin[]
    readonly gas: string
    /** Who pays it in the place of the first signer; both are empty when nobody does. */
    readonly payer: string
    readonly granter: string
  }
  /** What somebody else adds to the fee. */
  readonly tip: { readonly amount: readonly Coin[]; readonly tipper: string } | undefined
  /** The last block that may have it, `0` for none. */
  readonly timeoutHeight: string
  /** The time after which no block may have it, as ISO 8601. */
  readonly timeoutTime?: string | undefined
  /** Whether the chain takes it whatever the account's sequence is. */
  readonly unordered: boolean
  /** Options for parts of the chain that are not known here. A chain refuses those critical ones that it does not know. */
  readonly extensions: readonly {
    readonly type: string
    readonly value: Uint8Array
    readonly critical: boolean
  }[]
  /** The data that a document of ADR-36 signs. */
  readonly data?: Uint8Array | undefined
  /** In the mode Direct: the addresses of the signing keys for a prefix; undefined for an unknown kind of key. */
  readonly signers?: ((prefix: string) => readonly (string | undefined)[]) | undefined
}
