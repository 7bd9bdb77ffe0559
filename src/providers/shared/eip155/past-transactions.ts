import { formatUnits } from '../../../core/amounts/units.ts'
import type { CaipNetworkId } from '../../../core/chain/caip.ts'
import type { ChainNetwork } from '../../../core/chain/network.ts'
import type { PastTransaction, PastTransfer } from '../../../core/wallet/past-transaction.ts'
import type { ListedToken } from './token.ts'

/** The fields that transactions and transfers have in common. Addresses and hashes are in lower case. */
interface Read {
  readonly hash: string
  readonly block: number
  /** The time of the block, in ms. */
  readonly at: number
  readonly from: string | undefined
  readonly to: string | undefined
}
export interface ReadTransaction extends Read {
  /** The value in wei. */
  readonly value: bigint
  readonly failed: boolean
  /** True if the service doesn't report the outcome of the transaction. */
  readonly open?: boolean | undefined
  /** The name of the called method. If it is `deploy` or `approve`, the history shows the transaction with this operation. */
  readonly method: string | undefined
}
export interface ReadTransfer extends Read {
  readonly token: ListedToken
  /** The amount in whole tokens, as decimal text. */
  readonly quantity: string
}

/**
 * A transfer that can't be shown, because its token or its amount is invalid. Much spam is like this. Its block still counts when
 * a list is split into pages.
 */
export interface HiddenTransfer extends Read {
  readonly isHidden: true
}

/** The items of an account's history in one block. */
export interface Block {
  readonly network: CaipNetworkId
  readonly coin: ChainNetwork['nativeCurrency'] | undefined
  /** The account's address, in lower case. */
  readonly owner: string
  readonly transactions: readonly ReadTransaction[]
  readonly transfers: readonly ReadTransfer[]
}

/**
 * Returns the transactions of a block with their transfers. Includes another account's transaction if it contains a transfer of
 * this account.
 */
export function pastTransactions(block: Block): readonly PastTransaction[] {
  const { transactions, transfers } = block
  const hashes = new Set([...transactions, ...transfers].map(({ hash }) => hash))
  return [...hashes].map((hash) =>
    pastTransaction(
      block,
      transactions.find((one) => one.hash === hash),
      transfers.filter((one) => one.hash === hash),
    ),
  )
}

function pastTransaction(
  { network, owner, coin }: Block,
  transaction: ReadTransaction | undefined,
  moves: readonly ReadTransfer[],
): PastTransaction {
  const shared = (transaction ?? moves[0]) as Read
  const directionOf = ({ from, to }: Pick<Read, 'from' | 'to'>) =>
    from !== owner ? 'in' : to === owner ? 'self' : 'out'
  const coins: readonly PastTransfer[] = transaction?.value
    ? // The value is in wei, so the coin has 18 decimals here, whatever the host's options say.
      [
        {
          direction: directionOf(transaction),
          quantity: formatUnits(transaction.value, 18),
          symbol: coin?.symbol ?? '',
          name: coin?.name ?? '',
          nft: false,
        },
      ]
    : []
  const tokens = moves.map((move): PastTransfer => {
    const { name, symbol, isFungible, iconUrl } = move.token
    const shown = isFungible ? symbol || name : ''
    return {
      direction: directionOf(move),
      quantity: move.quantity,
      symbol: shown,
      name,
      nft: !isFungible,
      imageUrl: iconUrl,
    }
  })
  const transfers = transaction?.failed ? [] : [...coins, ...tokens].slice(0, 50)
  return {
    id: `${network}:${shared.hash}`,
    hash: shared.hash,
    network,
    at: shared.at,
    operation: operationOf(transaction, transfers),
    status: transaction?.failed ? 'failed' : transaction?.open ? 'pending' : 'confirmed',
    from: shared.from,
    to: shared.to,
    transfers,
    isPoisoning:
      transfers.length > 0 && transfers.every(({ nft, quantity }) => !nft && !/[1-9]/.test(quantity)),
  }
}

function operationOf(transaction: ReadTransaction | undefined, transfers: readonly PastTransfer[]): string {
  const has = (direction: PastTransfer['direction']) => transfers.some((one) => one.direction === direction)
  if (transaction?.method === 'deploy' || transaction?.method === 'approve') return transaction.method
  if (has('in') && has('out')) return 'trade'
  if (has('in')) return 'receive'
  return has('out') || has('self') ? 'send' : 'execute'
}
