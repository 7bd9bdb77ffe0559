import { formatUnits, parseAmount } from 'latchkey'
import { tokenAsset } from '../../args/assets.ts'
import { chainReader } from '../../nodes/chain-reader.ts'
import type { Step } from '../flow.ts'
import { accountOf, type StepRun, WrongResult } from '../flow-run.ts'

/**
 * A new block can change the balance between the two reads. So if the reads differ, both are
 * repeated.
 */
const attempts = 3

export function balance({ token, atLeast }: Extract<Step, { do: 'balance' }>): StepRun {
  return async (run, signal) => {
    const asset = await tokenAsset(run.env, token, run.network)
    const reader = await chainReader(run.network, signal)
    for (let attempt = 1; ; attempt++) {
      const { value, decimals, symbol } = await run.adapter.getBalance(accountOf(run), asset, { signal })
      const fromNode = await reader.balance(run.address, asset)
      const amount = `${formatUnits(value, decimals)} ${symbol}`
      const seen = {
        account: accountOf(run),
        asset: asset ?? null,
        balance: value,
        balanceOfNode: fromNode,
        decimals,
        symbol,
      }
      if (value !== fromNode) {
        if (attempt < attempts) continue
        throw new WrongResult(`read ${value}, and the node says ${fromNode}`, seen)
      }
      if (atLeast !== undefined && value < parseAmount(atLeast, decimals, { allowZero: true }))
        throw new WrongResult(`the balance is ${amount}, less than ${atLeast}`, seen)
      return { summary: amount, seen }
    }
  }
}
