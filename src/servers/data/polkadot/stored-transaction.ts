import type { CoinTransfer } from '../../../core/chain/coin-moves.ts'
import type { StoredTransaction } from '../stored-index/index-store.ts'

/** Accounts are keys in hex, because the prefix of addresses can change. */
export interface PolkadotTransaction {
  readonly hash: string
  readonly failed: boolean
  readonly nonce: number
  /** Empty if the signer is unknown, or the signer's key doesn't have 32 bytes. */
  readonly signer: string
  /**
   * The transfers of all accounts; none if the transaction failed. The denomination is the asset's id, or empty for the native
   * coin.
   */
  readonly transfers: readonly CoinTransfer[]
}

/** A transaction as a list. Field names would need much space in the database. */
type Details = readonly [
  hash: string,
  failed: 0 | 1,
  nonce: number,
  signer: string,
  transfers: readonly (readonly [from: string, to: string, amount: string, asset: string])[],
]

export function detailsOf({ hash, failed, nonce, signer, transfers }: PolkadotTransaction): string {
  const details: Details = [
    ...([hash, failed ? 1 : 0, nonce, signer] as const),
    transfers.flatMap(({ sender = '', recipient = '', coins }) =>
      coins.map(([asset, amount]) => [sender, recipient, String(amount), asset] as const),
    ),
  ]
  return JSON.stringify(details)
}

export function transactionFrom({ details }: Pick<StoredTransaction, 'details'>): PolkadotTransaction {
  const [hash, failed, nonce, signer, transfers] = JSON.parse(details) as Details
  return {
    ...{ hash, failed: failed === 1, nonce, signer },
    transfers: transfers.map(([from, to, amount, asset]) => ({
      ...{ sender: from || undefined, recipient: to || undefined },
      coins: [[asset, BigInt(amount)]],
    })),
  }
}
