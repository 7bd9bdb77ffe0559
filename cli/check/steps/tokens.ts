import { formatUnits } from 'latchkey'
import { chainReader } from '../../nodes/chain-reader.ts'
import { accountOf, type StepRun, WrongResult } from '../flow-run.ts'

/** Compares each amount in the list of tokens with the amount that the node reports. */
export const tokens: StepRun = async (run, signal) => {
  const { portfolio } = run.client
  await portfolio.refresh({ fresh: true, signal })
  const { balances, source, account, error } = portfolio.state
  if (error) throw error
  const reader = await chainReader(run.network, signal)
  const rows = []
  for (const { asset, amount } of balances)
    rows.push({ asset: asset ?? null, ...amount, ofNode: await reader.balance(run.address, asset) })
  const seen = { account: account ?? null, source: source ?? null, balances: rows }
  if (account !== accountOf(run)) throw new WrongResult(`these are the tokens of ${account}`, seen)
  if (!rows.some(({ asset }) => asset === null)) throw new WrongResult('the coin itself is not listed', seen)
  for (const { symbol, value, ofNode } of rows) {
    if (value !== ofNode)
      throw new WrongResult(`${value} of ${symbol} are listed, and the node says ${ofNode}`, seen)
  }
  const listed = rows.map(({ value, decimals, symbol }) => `${formatUnits(value, decimals)} ${symbol}`)
  return { summary: `${listed.join(', ')} (as the ${source} says)`, seen }
}
