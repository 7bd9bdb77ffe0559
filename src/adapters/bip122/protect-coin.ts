/** A coin of an account, for a host with an indexer of inscriptions or runes. */
export interface AccountCoin {
  readonly txid: string
  readonly vout: number
  /** In sats. */
  readonly value: bigint
  readonly address: string
}

/** Whether sends must not spend a coin. A call that throws protects the coin. */
export type ProtectCoin = (coin: AccountCoin) => boolean | Promise<boolean>
