import { type ChainNetwork, explorerLink, type PastTransaction } from 'latchkey'
import type { Context } from '../context.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'
import { noDataService } from '../session/data-service.ts'
import { withSession } from '../session/with-session.ts'

export interface ActivityOptions {
  readonly limit?: string | undefined
}

const most = 1000

export async function activity(context: Context, { limit = '20' }: ActivityOptions): Promise<Outcome> {
  const { signal } = context
  const count = /^[1-9]\d{0,3}$/.test(limit) ? Number(limit) : Number.NaN
  if (!(count <= most)) throw invalid('limit', `must be a number from 1 to ${most}`)
  return withSession(context, async ({ client, account, network }) => {
    const list = client.activity
    await list.load({ signal })
    while (list.state.next !== undefined && list.state.transactions.length < count && !list.state.error)
      await list.loadMore({ signal })
    signal.throwIfAborted()
    const { off, error, transactions, next } = list.state
    if (off) throw noDataService(`The activity on ${network.name} comes from a data service, and none is set`)
    if (error) throw error
    const shown = transactions.slice(0, count)
    const rows = shown.map((row) => ({
      hash: row.hash,
      at: new Date(row.at).toISOString(),
      operation: row.operation,
      status: row.status,
      from: row.from ?? null,
      to: row.to ?? null,
      transfers: row.transfers.map(({ direction, quantity, symbol, name }) => ({
        direction: direction ?? null,
        quantity,
        symbol,
        name,
      })),
      worthless: row.isPoisoning,
      explorer: explorerLink(network, 'transaction', row.hash) ?? null,
    }))
    const more = next !== undefined || transactions.length > count
    return {
      data: { account, transactions: rows, more },
      text: rows.length === 0 ? 'Nothing yet.' : page(context, shown, network, more),
      primary: rows.map(({ hash }) => hash).join('\n'),
      network: network.caipNetworkId,
    }
  })
}

function page(
  { out }: Context,
  rows: readonly PastTransaction[],
  network: ChainNetwork,
  more: boolean,
): string {
  const { bold, dim, yellow } = out.color
  const lines = rows.map((row) => [
    new Date(row.at).toISOString().slice(0, 16).replace('T', ' '),
    row.isPoisoning ? dim(`${row.operation} without value`) : row.operation,
    row.status === 'confirmed' ? row.status : yellow(row.status),
    row.transfers.map(moved).join(', '),
    dim(row.hash),
  ])
  const shown = table([['TIME (UTC)', 'WHAT', 'STATUS', 'MOVED', 'TRANSACTION'].map(bold), ...lines])
  return more ? `${shown}\n\n${dim(`More transactions on ${network.name}: raise --limit.`)}` : shown
}

function moved({ direction, quantity, symbol, name, nft }: PastTransaction['transfers'][number]): string {
  const sign = direction === 'in' ? '+' : direction === 'out' ? '-' : ''
  return `${sign}${quantity} ${nft ? name : symbol}`
}
