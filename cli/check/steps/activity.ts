import { accountOf, type StepRun, WrongResult } from '../flow-run.ts'

/** Checks that the activity lists each transfer of the flow with its amount. */
export const activity: StepRun = async (run, signal) => {
  const list = run.client.activity
  await list.load({ signal })
  const { state } = list
  if (state.off) return { skipped: 'no data service knows this network' }
  if (state.error) throw state.error
  const rows = state.transactions.filter(({ hash }) => run.sent.some((one) => one.hash === hash))
  const seen = { account: state.account ?? null, sent: run.sent, transactions: rows }
  if (state.account !== accountOf(run))
    throw new WrongResult(`this is the activity of ${state.account}`, seen)
  for (const { hash, amount } of run.sent) {
    const [row, ...more] = rows.filter((one) => one.hash === hash)
    if (!row) throw new WrongResult(`${hash} was sent, and is not in the activity`, seen)
    if (more.length > 0) throw new WrongResult(`${hash} is in the activity more than once`, seen)
    if (row.status !== 'confirmed')
      throw new WrongResult(`the activity says that ${hash} is ${row.status}`, seen)
    if (!row.transfers.some(({ quantity, direction }) => quantity === amount && direction !== 'in'))
      throw new WrongResult(`${hash} sent ${amount}, and the activity says otherwise`, seen)
  }
  return { summary: `${state.transactions.length} transactions, of which ${rows.length} of this flow`, seen }
}
