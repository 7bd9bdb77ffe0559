import type { Context } from '../context.ts'
import type { Outcome } from '../output/output.ts'
import { table } from '../output/table.ts'
import { withSession } from '../session/with-session.ts'

export async function tokens(context: Context): Promise<Outcome> {
  const { out, signal } = context
  const { shownUnits } = await import('latchkey/wallets')
  return withSession(context, async ({ client, account, network }) => {
    const { portfolio } = client
    await portfolio.refresh({ fresh: true, signal })
    signal.throwIfAborted()
    const { balances, total, source, error } = portfolio.state
    if (error) throw error
    const rows = balances.map(({ asset, name, amount, price, value }) => ({
      asset: asset ?? null,
      name,
      symbol: amount.symbol,
      amount: shownUnits(amount),
      value: amount.value,
      decimals: amount.decimals,
      ...(amount.multiplier !== undefined && { multiplier: amount.multiplier }),
      priceUsd: price ?? null,
      valueUsd: value ?? null,
    }))
    const { bold, dim } = out.color
    const lines = rows.map(({ amount, symbol, valueUsd, name, asset }) => [
      amount,
      symbol,
      valueUsd === null ? '' : dollars(valueUsd),
      name,
      dim(asset ?? ''),
    ])
    const sum = total === undefined ? [] : [`${dollars(total)} total`]
    const note = source === 'chain' ? [dim(chainOnly)] : []
    return {
      data: { account, source: source ?? null, totalUsd: total ?? null, balances: rows },
      text: [
        table([['AMOUNT', '', 'USD', 'NAME', 'ASSET'].map(bold), ...lines]),
        ...(sum.length + note.length > 0 ? [''] : []),
        ...sum,
        ...note,
      ].join('\n'),
      primary: rows.map(({ amount, symbol }) => `${amount} ${symbol}`).join('\n'),
      network: network.caipNetworkId,
    }
  })
}

const chainOnly = 'Read from the chain. A data service of this network would list all tokens (--data <url>).'

/** Formats an amount for display. `--json` has the exact number. */
function dollars(value: number): string {
  return value.toLocaleString('en', { style: 'currency', currency: 'USD' })
}
