export interface Coin {
  readonly denom: string
  /** The amount in the smallest unit. */
  readonly amount: string
}

export interface CosmosMessage {
  readonly type: string
  /** The fields by name, as text for the user. Undefined for an unknown message type. */
  readonly values: readonly (readonly [string, string])[] | undefined
  /** Set for a payment from one account to another. */
  readonly transfer:
    | { readonly from: string; readonly to: string; readonly coins: readonly Coin[] }
    | undefined
  /** The account that must sign the message, if it is known. `field` is the name of the field with this account. */
  readonly signer: { readonly field: string; readonly address: string } | undefined
  /** The message as in the document: bytes in Direct mode, JSON in Amino. */
  readonly raw: Uint8Array | Readonly<Record<string, unknown>>
}

/** A decoded sign document of any mode. Decoding doesn't need the signing library. */
export interface CosmosDoc {
  readonly mode: 'direct' | 'amino' | 'adr36'
  /** The document in the form that wallets accept. */
  readonly doc: object
  readonly chainId: string
  readonly accountNumber: string
  readonly sequence: string
  readonly messages: readonly CosmosMessage[]
  readonly memo: string
  readonly fee: {
    readonly amount: readonly Coin[]
    readonly gas: string
    /** The accounts that pay the fee for the first signer. Empty if the first signer pays. */
    readonly payer: string
    readonly granter: string
  }
  /** The amount that another account adds to the fee. */
  readonly tip: { readonly amount: readonly Coin[]; readonly tipper: string } | undefined
  /** The last block that can contain the transaction. `0` means no limit. */
  readonly timeoutHeight: string
  /** The last time at which a block can contain the transaction, in ISO 8601. */
  readonly timeoutTime?: string | undefined
  /** Whether the network ignores the account's sequence (an unordered transaction). */
  readonly unordered: boolean
  /**
   * Options for modules of the network. This wallet doesn't know their meaning. A network rejects critical options that it
   * doesn't support.
   */
  readonly extensions: readonly {
    readonly type: string
    readonly value: Uint8Array
    readonly critical: boolean
  }[]
  /** The data that an ADR-36 document signs. */
  readonly data?: Uint8Array | undefined
  /**
   * In Direct mode, returns the addresses of the signers' keys. `prefix` is the prefix of the addresses. An address is undefined
   * if the key's type is unknown.
   */
  readonly signers?: ((prefix: string) => readonly (string | undefined)[]) | undefined
}
