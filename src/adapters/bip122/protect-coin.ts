/** A coin of an account. Hosts with an indexer of inscriptions or runes get it in `isProtected`. */
export interface AccountCoin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly address: string
}

/** Returns whether sends must not spend a coin. A call that throws protects the coin. */
export type ProtectCoin = (coin: AccountCoin) => boolean | Promise<boolean>
