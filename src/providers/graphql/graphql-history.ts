import { formatUnits } from '../../core/amounts/units.ts'
import { parseCaipAddress } from '../../core/chain/caip-10.ts'
import { isSameAddress } from '../../core/chain/same-address.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProvider, DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { GraphqlOptions, GraphqlRequest } from './options.ts'

const mostTransactions = 500
const mostTransfers = 100
const longestText = 200
const longestCursor = 2000
/** In ms: how far in the future a time may be. A transaction with a later time would stay on top of the list forever. */
const ahead = 86_400_000
const statuses: readonly unknown[] = ['confirmed', 'failed', 'pending']

/** Creates the reader of the history. The protocol: https://graphql.github.io/graphql-over-http */
export function graphqlHistory(
  { url, networks, headers, history }: GraphqlOptions,
  { json, clock }: DataProviderContext,
): DataProvider {
  const { origin, host, pathname, searchParams } = new URL(url)
  const read = json(origin)
  const query = Object.fromEntries(searchParams)
  const invalid = (expected: string, cause?: unknown) =>
    latchkeyError('http/invalid-body', { values: { host, expected }, cause })

  async function ask(
    request: GraphqlRequest,
    opts: Parameters<NonNullable<DataProvider['transactions']>>[2],
  ) {
    const { address, cursor } = request
    const variables = history.variables?.(request) ?? { address, cursor: cursor ?? null }
    const answer = await read(pathname.slice(1), query, {
      ...opts,
      headers: { accept: 'application/graphql-response+json, application/json', ...headers },
      body: { query: history.query, variables },
    })
    // An answer with errors can contain a part of the data. A page with only a part of the data would hide transactions.
    const hasErrors = isObject(answer) && answer.errors !== undefined && answer.errors !== null
    if (!isObject(answer) || hasErrors || !isObject(answer.data)) throw invalid('data without errors')
    return answer.data
  }

  return {
    serves: async (network) => networks.includes(network),
    async transactions(account, cursor, opts): Promise<ProvidedPage | undefined> {
      const { networkId: network, address } = parseCaipAddress(account)
      if (!networks.includes(network)) return undefined
      const request: GraphqlRequest = { account, network, address, cursor }
      const data = await ask(request, opts)
      let page: unknown
      try {
        page = history.read(data, request)
      } catch (cause) {
        throw invalid('data that `history.read` can read', cause)
      }
      const { transactions, next } = Object(page) as Readonly<Record<string, unknown>>
      if (!Array.isArray(transactions) || transactions.length > mostTransactions)
        throw invalid(`a list of at most ${mostTransactions} transactions from \`history.read\``)
      const isCursor = next === undefined || next === null || isText(next, longestCursor)
      // If the cursor stayed the same, the client would read the same page forever.
      if (!isCursor || (next && next === cursor)) throw invalid('another cursor from `history.read`')
      const latest = clock.now() + ahead
      return {
        transactions: transactions
          .map((item, at) => {
            const one = past(item, request)
            if (typeof one === 'string') throw invalid(`transactions[${at}].${one} from \`history.read\``)
            return one
          })
          .filter(({ at }) => at <= latest),
        next: next ? String(next) : undefined,
      }
    },
  }
}

/**
 * Checks a transaction that the host's function returned. If the transaction is invalid, returns the name of the first invalid
 * field instead.
 */
function past(item: unknown, { network, address }: GraphqlRequest): PastTransaction | string {
  if (!isObject(item)) return 'hash'
  const { hash, at, status = 'confirmed', operation, transfers } = item
  if (!isText(hash, longestText)) return 'hash'
  if (!Number.isSafeInteger(at) || Number(at) < 0) return 'at'
  if (!statuses.includes(status)) return 'status'
  if (operation !== undefined && !isText(operation, longestText)) return 'operation'
  if (!Array.isArray(transfers) || transfers.length > mostTransfers) return 'transfers'
  const moved: (PastTransfer & { readonly from: string; readonly to: string; readonly isEmpty: boolean })[] =
    []
  for (const [index, transfer] of transfers.entries()) {
    const one = moves(transfer, address)
    if (typeof one === 'string') return `transfers[${index}].${one}`
    if (one) moved.push(one)
  }
  const has = (direction: PastTransfer['direction']) => moved.some((one) => one.direction === direction)
  const byTransfers =
    has('in') && has('out') ? 'trade' : has('in') ? 'receive' : moved.length > 0 ? 'send' : 'execute'
  const [first] = moved
  return {
    ...{ id: `${network}:${hash}`, hash, network, at: Number(at) },
    operation: operation ?? byTransfers,
    status: status as PastTransaction['status'],
    from: first?.from,
    to: first?.to,
    transfers: moved.map(({ from: _, to: __, isEmpty: ___, ...transfer }) => transfer),
    // Outgoing transfers of the amount 0 count as poisoning too, because anyone can make such an ERC-20 transfer in the account's
    // name.
    isPoisoning: moved.length > 0 && moved.every(({ isEmpty }) => isEmpty),
  }
}

/**
 * Checks a transfer. Returns undefined for a transfer of other accounts. If a field is invalid, returns the name of the first
 * such field.
 */
function moves(transfer: unknown, address: string) {
  if (!isObject(transfer)) return 'from'
  const { from, to, amount, decimals, symbol, name = symbol, nft = false } = transfer
  if (!isText(from, longestText)) return 'from'
  if (!isText(to, longestText)) return 'to'
  const isAmount =
    typeof amount === 'bigint' ? amount >= 0n : typeof amount === 'string' && /^\d{1,80}$/.test(amount)
  if (!isAmount) return 'amount'
  if (!Number.isInteger(decimals) || Number(decimals) < 0 || Number(decimals) > 77) return 'decimals'
  if (typeof symbol !== 'string' || symbol.length > longestText) return 'symbol'
  if (typeof name !== 'string' || name.length > longestText) return 'name'
  if (typeof nft !== 'boolean') return 'nft'
  const [isFrom, isTo] = [isSameAddress(from, address), isSameAddress(to, address)]
  if (!isFrom && !isTo) return undefined
  const direction: PastTransfer['direction'] = isFrom && isTo ? 'self' : isFrom ? 'out' : 'in'
  const value = BigInt(amount as bigint | string)
  return {
    ...{ from, to, direction, symbol, name, nft },
    quantity: formatUnits(value, Number(decimals)),
    isEmpty: value === 0n,
  }
}

function isText(value: unknown, most: number): value is string {
  return typeof value === 'string' && value.length > 0 && value.length <= most
}
