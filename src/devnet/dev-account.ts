/** An account of the local world. Its secret is public knowledge: never use it on a chain with value. */
export interface DevAccount {
  readonly address: string
  /** What the family keeps apart from payments, where it does: the taproot address for ordinals on bip122. */
  readonly ordinal?: string
  /** A private key as `0x` and 64 hex digits on eip155 and bip122. */
  readonly secret: string
}
