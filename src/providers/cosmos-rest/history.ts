import { formatUnits } from '../../core/amounts/units.ts'
import { type CoinMove, coinMoves, operationOfMoves } from '../../core/chain/coin-moves.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { valueAt } from '../shared/answer-fields.ts'
import type { Endpoint } from './endpoint.ts'
import type { Unit } from './own-node.ts'
import { type ReadTransaction, readTransaction } from './transaction.ts'
import type { UnitOf } from './units.ts'

/** The number of transactions per page. Nodes allow 100. */
const perPage = 50
/** The maximum number of denominations per page whose names are read. */
const mostNamed = 50
/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000
/** The conditions of the searches. A search can't combine two conditions with "or", so each condition has its own list. */
const kinds = ['message.sender', 'transfer.recipient'] as const

/** A page of one of the lists, the newest transactions first. */
interface Listed {
  readonly items: readonly ReadTransaction[]
  readonly isLast: boolean
}
/** Where a page of the history starts: the highest block, and the page of each list. A list that has ended has page 0. */
interface Place {
  readonly highest: number
  readonly pages: readonly number[]
}

/**
 * Creates a function that reads an account's history: the transactions with messages of the account, and the transactions that
 * sent coins to the account. The API: https://docs.cosmos.network/sdk/latest/api-reference/rest/tx/gettxsevent
 */
export function accountHistory(
  { network, read, invalid }: Endpoint,
  unitOf: UnitOf,
  { clock }: Pick<DataProviderContext, 'clock'>,
) {
  async function listed(owner: string, kind: string, page: number, opts: CallOptions): Promise<Listed> {
    if (page === 0) return { items: [], isLast: true }
    const query = `${kind}='${owner}'`
    const answer = await read(
      'cosmos/tx/v1beta1/txs',
      {
        // The names of these parameters changed in SDK 0.46 and 0.50. Each version ignores the others' names. So send all names.
        ...{ query, events: query, order_by: 'ORDER_BY_DESC', page, limit: perPage },
        ...{ 'pagination.offset': (page - 1) * perPage, 'pagination.limit': perPage },
      },
      opts,
    )
    const found = valueAt(answer, 'tx_responses')
    if (!Array.isArray(found) || found.length > perPage) throw invalid('a page of transactions')
    const items = found.map((item) => {
      const one = readTransaction(item, owner)
      if (one) return one
      throw invalid('transactions of the account')
    })
    const isSorted = items.every(({ height }, at) => height <= (items[at - 1]?.height ?? height))
    if (!isSorted || new Set(items.map(({ hash }) => hash)).size < items.length)
      throw invalid('the newest transactions first')
    const total = valueAt(answer, 'total') ?? valueAt(answer, 'pagination.total')
    const isEnd = /^\d{1,15}$/.test(`${total}`) && page * perPage >= Number(total)
    return { items, isLast: isEnd || items.length < perPage }
  }

  return async (owner: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const { highest, pages } = placeOf(cursor, owner)
    const lists = await Promise.all(kinds.map((kind, at) => listed(owner, kind, pages[at] ?? 0, opts)))
    const oldest = lists.map(({ items }) => items.at(-1)?.height ?? 0)
    // New transactions move the older ones toward later pages, so a page may start with transactions of the page before. But a
    // page must not consist only of such transactions.
    if (lists.some(({ isLast }, at) => !isLast && (oldest[at] ?? 0) > highest))
      throw invalid('older transactions than in the page before')
    // Transactions below this block may be missing, because the next page of a list may contain them. So leave out the lower
    // blocks.
    const floor = Math.max(...lists.map(({ isLast }, at) => (isLast ? 0 : (oldest[at] ?? 0))))
    const whole = lists.flatMap(({ items }) =>
      items.filter(({ height }) => height <= highest && height >= floor),
    )
    const unique = [...new Map(whole.map((one) => [one.hash, one])).values()]
    const found = unique.sort((a, b) => b.height - a.height)
    const units = await named(found, opts)
    const next = lists.map(({ isLast }, at) => {
      const page = pages[at] ?? 0
      // Some transactions of this page are below `floor` and were left out. So read the page again.
      if ((oldest[at] ?? floor) < floor && oldest[at] !== 0) return page
      return isLast ? 0 : page + 1
    })
    const latest = clock.now() + ahead
    return {
      transactions: found.map((one) => past(one, owner, units)).filter(({ at }) => at <= latest),
      next: next.some((page) => page > 0) ? `${owner}/${floor}/${next.join('/')}` : undefined,
    }
  }

  async function named(
    found: readonly ReadTransaction[],
    opts: CallOptions,
  ): Promise<ReadonlyMap<string, Unit | undefined>> {
    const denoms = found.flatMap(({ failed, transfers }) =>
      failed ? [] : transfers.flatMap(({ coins }) => coins.map(([denom]) => denom)),
    )
    const some = [...new Set(denoms)].slice(0, mostNamed)
    return new Map(await Promise.all(some.map(async (denom) => [denom, await unitOf(denom, opts)] as const)))
  }

  function past(
    { hash, at, failed, isSender, sender, transfers }: ReadTransaction,
    owner: string,
    units: ReadonlyMap<string, Unit | undefined>,
  ): PastTransaction {
    const [first] = transfers
    const moves = failed ? [] : coinMoves(transfers, owner)
    return {
      ...{ id: `${network}:${hash}`, hash, network, at },
      transfers: moves.map((move) => transferOf(move, units)),
      operation: operationOfMoves(moves),
      status: failed ? 'failed' : 'confirmed',
      from: partyOf(first ? first.sender : sender),
      to: partyOf(first?.recipient),
      isPoisoning: !failed && !isSender && moves.length === 0,
    }
  }
}

/**
 * Returns a transfer for the history. Without known decimals, the amount is in the smallest unit,
 * and the symbol is the denomination, shortened if it is long.
 */
function transferOf(
  { direction, denom, amount }: CoinMove,
  units: ReadonlyMap<string, Unit | undefined>,
): PastTransfer {
  const short = denom.length > 20 ? `${denom.slice(0, 10)}…` : denom
  const { name, symbol, decimals } = units.get(denom) ?? { name: denom, symbol: short, decimals: 0 }
  return { direction, quantity: formatUnits(amount, decimals), symbol, name, nft: false }
}

function partyOf(address: string | undefined): string | undefined {
  return address !== undefined && /^[a-z\d]{1,83}1[a-z\d]{38,58}$/.test(address) ? address : undefined
}

/**
 * Reads a cursor.
 *
 * @throws `validation/invalid-input` if the cursor doesn't belong to this account.
 */
function placeOf(cursor: string | undefined, owner: string): Place {
  if (cursor === undefined) return { highest: Number.MAX_SAFE_INTEGER, pages: kinds.map(() => 1) }
  const [, account, highest, ...pages] =
    /^([a-z\d]{1,200})\/(\d{1,15})\/(\d{1,5})\/(\d{1,5})$/.exec(cursor) ?? []
  if (account === owner) return { highest: Number(highest), pages: pages.map(Number) }
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}
