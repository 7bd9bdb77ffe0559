import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { valueAt } from '../shared/answer-fields.ts'
import { readWord } from '../shared/eip155/token.ts'
import { accountKey } from './account-key.ts'
import type { Endpoint } from './endpoint.ts'

/** The number of transfers per page. Subscan allows 100. */
const perPage = 50
/** The maximum number of Subscan's pages in one page of the history, if a single block fills them. */
const mostPages = 10
/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000

/** A transfer of the account. */
interface Read extends PastTransfer {
  /** The transaction's hash. For a transfer that the chain itself makes: the block number and the index of the inherent. */
  readonly hash: string
  readonly block: number
  /** The position of the transfer among the events of its block. */
  readonly event: number
  readonly at: number
  readonly failed: boolean
  readonly from: string | undefined
  readonly to: string | undefined
}

/**
 * Creates a function that reads an account's history: its transfers of the native coin and of assets. The list:
 * `POST /api/v2/scan/transfers` in https://github.com/subscan-explorer/subscan-OpenAPI/blob/master/docs/swagger.json
 */
export function accountHistory(
  { network, ask, invalid }: Endpoint,
  { clock, coin }: Pick<DataProviderContext, 'clock' | 'coin'>,
) {
  return async (owner: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const above = blockAbove(cursor, owner)
    const found: Read[] = []
    // The event 0 of a block is never a transfer. The list has the newest event first, so `[above, 0]` comes after all transfers
    // of the block `above`.
    let after: readonly [number, number] | undefined = above === undefined ? undefined : [above, 0]
    let isFull = true
    // If one block fills a page, the next page may have more transfers of the same transactions.
    for (let pages = 0; isFull && pages < mostPages && found[0]?.block === found.at(-1)?.block; pages++) {
      const page = await pageAfter(after, owner, opts)
      found.push(...page)
      isFull = page.length === perPage
      const { block, event } = page.at(-1) ?? { block: 0, event: 0 }
      after = [block, event]
    }
    const isSorted = found.every(
      ({ block }, at) => block <= (found[at - 1]?.block ?? (above ?? Number.POSITIVE_INFINITY) - 1),
    )
    const places = new Set(found.map(({ block, event }) => `${block}/${event}`))
    if (!isSorted || places.size < found.length) throw invalid('the newest transfers first')
    // The lowest block of a full page may have more transfers on the next page. So leave out this block if the page has other
    // blocks.
    const [newest, oldest] = [found[0]?.block ?? 0, found.at(-1)?.block ?? 0]
    const floor = isFull ? (newest === oldest ? oldest : oldest + 1) : 0
    const whole = found.filter(({ block }) => block >= floor)
    const hashes = [...new Set(whole.map(({ hash }) => hash))]
    const transactions = hashes.map((hash) => past(whole.filter((one) => one.hash === hash).reverse()))
    return {
      transactions: transactions.filter(({ at }) => at <= clock.now() + ahead),
      next: isFull ? `${owner}/${floor}` : undefined,
    }
  }

  /** Reads the page of transfers after a position in the list. A position consists of a block and an event. */
  async function pageAfter(
    after: readonly [block: number, event: number] | undefined,
    owner: string,
    opts: CallOptions,
  ): Promise<readonly Read[]> {
    const wanted = { address: owner, row: perPage, page: 0, order: 'desc', direction: 'all' }
    const data = await ask('v2/scan/transfers', { ...wanted, ...(after && { after_id: after }) }, opts)
    // Subscan answers null instead of an empty list.
    const items = valueAt(data, 'transfers') ?? []
    if (!isObject(data) || !Array.isArray(items) || items.length > perPage)
      throw invalid('a page of transfers')
    const key = accountKey(owner)
    return items.map((item) => {
      const one = isObject(item) ? readTransfer(item, key) : undefined
      if (one) return one
      throw invalid('transfers of the account')
    })
  }

  /** Combines the transfers of one transaction. */
  function past(all: readonly Read[]): PastTransaction {
    const [{ hash, at, from, to, failed }] = all as readonly [Read]
    const coinName = coin(network)?.name
    const transfers = (failed ? [] : all.slice(0, 50)).map(
      ({ direction, quantity, symbol, name, nft }): PastTransfer =>
        // Subscan doesn't name the native coin.
        ({ direction, quantity, symbol, name: name || coinName || symbol, nft }),
    )
    const has = (direction: PastTransfer['direction']) => transfers.some((one) => one.direction === direction)
    const sent = has('out') ? (has('in') ? 'trade' : 'send') : has('self') ? 'send' : 'execute'
    return {
      ...{ id: `${network}:${hash}`, hash, network, at, from, to, transfers },
      operation: has('in') && !has('out') ? 'receive' : sent,
      status: failed ? 'failed' : 'confirmed',
      isPoisoning:
        transfers.length > 0 && transfers.every(({ nft, quantity }) => !nft && !/[1-9]/.test(quantity)),
    }
  }
}

/** Reads a transfer. Returns undefined if the transfer is invalid, or if it isn't a transfer of the account. */
function readTransfer(item: Readonly<Record<string, unknown>>, key: string | undefined): Read | undefined {
  const { block_num: block, event_idx: event, block_timestamp: seconds, amount, success } = item
  const { hash, extrinsic_index: index, item_id: nftId } = item
  const { asset_symbol: symbol, asset_type: type, asset_unique_id: uniqueId } = item
  if (!isCount(block) || !isCount(event) || !isCount(seconds) || seconds > 10 ** 11) return undefined
  if (typeof success !== 'boolean') return undefined
  const id = hash || index
  if (typeof id !== 'string' || !/^(0x[\da-f]{64}|\d{1,15}-\d{1,9})$/i.test(id)) return undefined
  const [from, to] = [accountKey(item.from), accountKey(item.to)]
  if (key === undefined || (from !== key && to !== key)) return undefined
  const nft = typeof nftId === 'string' && nftId !== ''
  if (!nft && (typeof amount !== 'string' || !/^\d{1,60}(\.\d{1,77})?$/.test(amount))) return undefined
  const word = readWord(symbol)
  // The native coin has no type, and its id is its symbol. An asset can have the symbol of the native coin, but has another id.
  const isNative = !type && uniqueId === symbol
  return {
    ...{ hash: id.toLowerCase(), block, event, at: seconds * 1000, failed: !success, nft },
    ...{ from: from && String(item.from), to: to && String(item.to) },
    direction: from !== key ? 'in' : to === key ? 'self' : 'out',
    quantity: nft ? '1' : trimmed(`${amount}`),
    symbol: nft ? '' : word,
    name: isNative ? '' : word,
  }
}

/** Removes the zeros at the end of the fraction. */
function trimmed(amount: string): string {
  return amount.includes('.') ? amount.replace(/\.?0+$/, '') : amount
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}

/**
 * Returns the block in a cursor.
 *
 * @throws `validation/invalid-input` if the cursor doesn't belong to this account.
 */
function blockAbove(cursor: string | undefined, owner: string): number | undefined {
  if (cursor === undefined) return undefined
  const [, account, block] = /^(\w{46,50})\/(\d{1,15})$/.exec(cursor) ?? []
  if (account === owner) return Number(block)
  throw latchkeyError('validation/invalid-input', {
    values: { field: 'cursor', reason: 'must belong to this account' },
  })
}
