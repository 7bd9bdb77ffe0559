/** A coin of an account. Hosts with an indexer of inscriptions or runes get it in `isProtected`. */
export interface AccountCoin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly address: string
}

/** Returns whether a coin is protected. A send must not spend a protected coin. If the call throws, the coin is protected. */
export type ProtectCoin = (coin: AccountCoin) => boolean | Promise<boolean>
