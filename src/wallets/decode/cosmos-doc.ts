export interface Coin {
  readonly denom: string
  /** In the smallest unit. */
  readonly amount: string
}

export interface CosmosMessage {
  readonly type: string
  /** What is in it, for a person: name and value; undefined when its type is not known here. */
  readonly values: readonly (readonly [string, string])[] | undefined
  /** Set for a payment from one account to another. */
  readonly transfer:
    | { readonly from: string; readonly to: string; readonly coins: readonly Coin[] }
    | undefined
  /** Who has to sign for it, as far as that is known; `field` says where that stands. */
  readonly signer: { readonly field: string; readonly address: string } | undefined
  /** As it stands in the document: bytes in the mode Direct, JSON in Amino. */
  readonly raw: Uint8Array | Readonly<Record<string, unknown>>
}

/** A document that a wallet of the family signs, in either mode. Read apart from the library that signs it. */
export interface CosmosDoc {
  readonly mode: 'direct' | 'amino' | 'adr36'
  /** As wallets take it. */
  readonly doc: object
  readonly chainId: string
  readonly accountNumber: string
  readonly sequence: string
  readonly messages: readonly CosmosMessage[]
  readonly memo: string
  readonly fee: { readonly amount: readonly Coin[]; readonly gas: string }
  readonly timeoutHeight: string
  /** Of ADR-36: what is signed. */
  readonly data?: Uint8Array | undefined
  /** In the mode Direct, the addresses of the keys that sign it, for a prefix; undefined where a key is of a kind not known. */
  readonly signers?: ((prefix: string) => readonly (string | undefined)[]) | undefined
}
