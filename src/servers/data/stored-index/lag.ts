import type { Query } from '../../database/database.ts'

const gauges = [
  ['next', 'latchkey_history_next_block', 'The next block that the history index reads.'],
  ['lag', 'latchkey_history_lag_blocks', 'How many blocks of the chain the history index has not read yet.'],
  ['age', 'latchkey_history_age_seconds', 'How long ago the history index last looked for blocks.'],
] as const

/** Returns how far the history index is behind each network, in Prometheus format. All processes of a database return the same values. */
export async function historyLag(query: Query): Promise<string> {
  const rows = await query<Record<'network' | 'next' | 'lag' | 'age', unknown>>(
    `select network, next_block as next, head - next_block + 1 as lag, extract(epoch from now() - looked_at) as age
    from history_networks where looked_at is not null order by network`,
  )
  if (rows.length === 0) return ''
  const lines = gauges.flatMap(([column, metric, help]) => [
    `# HELP ${metric} ${help}`,
    `# TYPE ${metric} gauge`,
    ...rows.map((row) => `${metric}{network="${row.network}"} ${Math.max(0, Number(row[column]))}`),
  ])
  return `${lines.join('\n')}\n`
}
