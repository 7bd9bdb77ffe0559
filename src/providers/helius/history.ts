import { formatUnits } from '../../core/amounts/units.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { DataProviderContext, ProvidedPage } from '../../core/wallet/data-provider.ts'
import type { PastTransaction, PastTransfer } from '../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../ports.ts'
import { readDecimals, readWord } from '../shared/eip155/token.ts'
import { assetParts, isMint } from './asset.ts'
import type { Cluster } from './cluster.ts'

type Item = Readonly<Record<string, unknown>>
interface Move {
  /** The token's mint. Absent for SOL. */
  readonly mint?: string
  /** The amount in the smallest unit. Negative if the account paid. */
  readonly amount: bigint
  readonly decimals: number
}

/**
 * The number of transactions per page. Helius allows 100: https://www.helius.dev/docs/enhanced-transactions/transaction-history
 */
const perPage = 50
/**
 * In ms: how far in the future a timestamp may be. A transaction with a later timestamp would stay on top of the list forever.
 */
const ahead = 86_400_000
const list = (value: unknown): readonly Item[] => (Array.isArray(value) ? value.filter(isObject) : [])
const isSignature = (value: unknown): value is string =>
  typeof value === 'string' && /^[1-9A-HJ-NP-Za-km-z]{64,88}$/.test(value)

/**
 * Creates a function that reads an account's history from the Enhanced Transactions API. The names of the tokens come from the
 * DAS API.
 */
export function accountHistory(
  { network, call, invalid }: Cluster,
  { url, key }: { readonly url: string; readonly key: string | undefined },
  { json, clock, coin }: DataProviderContext,
) {
  const read = json(url)
  return async (owner: string, cursor?: string, opts: CallOptions = {}): Promise<ProvidedPage> => {
    const [account, before] = cursor?.split('/') ?? [owner]
    if (account !== owner || (cursor !== undefined && !isSignature(before)))
      throw latchkeyError('validation/invalid-input', {
        values: { field: 'cursor', reason: 'must belong to this account' },
      })
    const path = `v0/addresses/${encodeURIComponent(owner)}/transactions`
    const answer = await read(path, { 'api-key': key, limit: perPage, 'before-signature': before }, opts)
    if (!Array.isArray(answer) || answer.length > perPage) throw invalid('a page of transactions')
    const found = answer.map((item) => {
      const one = isObject(item) ? readTransaction(item, owner) : undefined
      if (one) return one
      throw invalid('transactions of the account')
    })
    const isSorted = found.every(({ slot }, at) => slot <= (found[at - 1]?.slot ?? slot))
    const signatures = new Set([before, ...found.map(({ signature }) => signature)])
    if (!isSorted || signatures.size <= found.length) throw invalid('the newest transactions first')
    const names = await namesOf(
      found.flatMap(({ moves }) => moves.flatMap(({ mint }) => mint ?? [])),
      opts,
    )
    const last = answer.length === perPage ? found.at(-1) : undefined
    return {
      transactions: found.map((one) => past(one, names)).filter(({ at }) => at <= clock.now() + ahead),
      next: last && `${owner}/${last.signature}`,
    }
  }

  /** Reads the names of tokens: https://www.helius.dev/docs/api-reference/das/getassetbatch */
  async function namesOf(mints: readonly string[], opts: CallOptions): Promise<ReadonlyMap<string, Item>> {
    const ids = [...new Set(mints)].slice(0, 1000)
    if (ids.length === 0) return new Map()
    const assets = list(await call('getAssetBatch', { ids }, opts))
    return new Map(assets.map((asset) => [String(asset.id), asset]))
  }

  function past(
    { signature: hash, at, failed, from, to, moves }: Read,
    names: ReadonlyMap<string, Item>,
  ): PastTransaction {
    const transfers = failed ? [] : moves.map((move) => transferOf(move, names))
    const has = (direction: PastTransfer['direction']) => transfers.some((one) => one.direction === direction)
    const received = has('in') ? 'receive' : 'execute'
    return {
      ...{ id: `${network}:${hash}`, hash, network, at, from, to, transfers },
      operation: has('out') ? (has('in') ? 'trade' : 'send') : received,
      status: failed ? 'failed' : 'confirmed',
      isPoisoning: false,
    }
  }

  function transferOf({ mint, amount, decimals }: Move, names: ReadonlyMap<string, Item>): PastTransfer {
    const direction = amount < 0n ? 'out' : 'in'
    const quantity = formatUnits(amount < 0n ? -amount : amount, decimals)
    if (mint === undefined) {
      const { symbol = 'SOL', name = 'Solana' } = coin(network) ?? {}
      return { direction, quantity, symbol, name, nft: false }
    }
    const { metadata, tokenInfo } = assetParts(names.get(mint) ?? {})
    const symbol = readWord(metadata.symbol ?? tokenInfo.symbol) || `${mint.slice(0, 4)}…`
    const name = readWord(metadata.name) || symbol
    const nft = decimals === 0 && quantity === '1'
    return { direction, quantity, symbol: nft ? '' : symbol, name, nft }
  }
}

type Read = NonNullable<ReturnType<typeof readTransaction>>

/** Reads a transaction. Returns undefined if the transaction is invalid, or if it doesn't involve the account. */
function readTransaction(item: Item, owner: string) {
  const { signature, timestamp, slot, feePayer, transactionError } = item
  if (!isSignature(signature) || !isCount(timestamp) || !isCount(slot)) return undefined
  const accounts = list(item.accountData)
  const changes = accounts.flatMap((account) => list(account.tokenBalanceChanges))
  const coins = list(item.nativeTransfers)
  const all = [...coins, ...list(item.tokenTransfers)]
  const isOf = (move: Item) => move.fromUserAccount === owner || move.toUserAccount === owner
  const own = all.find(isOf)
  const isInvolved =
    own ||
    accounts.some(({ account }) => account === owner) ||
    changes.some((one) => one.userAccount === owner)
  if (!isInvolved) return undefined
  const moves = new Map<string, Move>()
  const add = (mint: string, amount: bigint, decimals: number) => {
    const sum = amount + (moves.get(mint)?.amount ?? 0n)
    moves.set(mint, { ...(mint && { mint }), amount: sum, decimals })
  }
  for (const { fromUserAccount, toUserAccount, amount } of coins) {
    if (!isCount(amount)) continue
    if (toUserAccount === owner) add('', BigInt(amount), 9)
    if (fromUserAccount === owner) add('', -BigInt(amount), 9)
  }
  // The amounts come from the changes of the balances, because `tokenTransfers` contains them only as floats.
  for (const { userAccount, mint, rawTokenAmount: raw } of changes) {
    if (userAccount !== owner || !isMint(mint) || !isObject(raw)) continue
    const decimals = readDecimals(raw.decimals)
    if (decimals !== undefined && /^-?\d{1,20}$/.test(`${raw.tokenAmount}`))
      add(mint, BigInt(`${raw.tokenAmount}`), decimals)
  }
  const party = (value: unknown) => (isMint(value) ? value : undefined)
  return {
    ...{ signature, slot, at: timestamp * 1000, failed: Boolean(transactionError) },
    from: party(own ? own.fromUserAccount : feePayer),
    to: party(own?.toUserAccount),
    moves: [...moves.values()].filter(({ amount }) => amount !== 0n).slice(0, 50),
  }
}

function isCount(value: unknown): value is number {
  return Number.isSafeInteger(value) && Number(value) >= 0
}
