/** An account of the devnet. Its secret is public, so never use the account on a mainnet. */
export interface DevAccount {
  readonly address: string
  /** On bip122: the taproot address for ordinals. */
  readonly ordinal?: string
  /** The private key: `0x` and 64 hex digits. On solana: see `accounts/solana.ts`. */
  readonly secret: string
}
