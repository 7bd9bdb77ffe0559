import type { CoinTransfer } from '../../../core/chain/coin-moves.ts'
import { cosmosCoins } from '../../../core/chain/cosmos-transfers.ts'
import type { StoredTransaction } from '../stored-index/index-store.ts'

export interface CosmosTransaction {
  readonly hash: string
  readonly failed: boolean
  /** The sequence of the first signer. */
  readonly nonce: number
  /** The sender of the first message. If it isn't known, for example after a failure, the first signer. */
  readonly sender: string
  /** The transfers of all accounts. Empty if the transaction failed. */
  readonly transfers: readonly CoinTransfer[]
}

/** A transaction as a list. Field names would need much space in the database. */
type Details = readonly [
  hash: string,
  failed: 0 | 1,
  nonce: number,
  sender: string,
  transfers: readonly (readonly [sender: string, recipient: string, coins: string])[],
]

export function detailsOf({ hash, failed, nonce, sender, transfers }: CosmosTransaction): string {
  const details: Details = [
    ...([hash, failed ? 1 : 0, nonce, sender] as const),
    transfers.map(({ sender = '', recipient = '', coins }) => [
      ...([sender, recipient] as const),
      coins.map(([denom, amount]) => `${amount}${denom}`).join(','),
    ]),
  ]
  return JSON.stringify(details)
}

export function transactionFrom({ details }: Pick<StoredTransaction, 'details'>): CosmosTransaction {
  const [hash, failed, nonce, sender, transfers] = JSON.parse(details) as Details
  return {
    ...{ hash, failed: failed === 1, nonce, sender },
    transfers: transfers.map(([sender, recipient, coins]) => ({
      ...{ sender: sender || undefined, recipient: recipient || undefined },
      coins: cosmosCoins(coins) ?? [],
    })),
  }
}
