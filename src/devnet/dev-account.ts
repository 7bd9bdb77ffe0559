/** An account of the devnet. Its secret is public: never use it on a mainnet. */
export interface DevAccount {
  readonly address: string
  /** A second address where the family has one: the taproot address for ordinals on bip122. */
  readonly ordinal?: string
  /** The private key. On eip155 and bip122: `0x` and 64 hex digits. */
  readonly secret: string
}
