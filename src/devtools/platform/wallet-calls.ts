import { delayMs, type Faults } from '../faults.ts'
import type { Journal } from '../journal.ts'
import { wait } from './wait.ts'

/** Matches the methods that never prompt the visitor. All other methods may. */
const readOnlyMethods =
  /^(eth_(accounts|chainId|blockNumber|call|estimateGas|feeHistory|gasPrice|get\w+|maxPriorityFeePerGas|syncing)|net_\w+|web3_\w+|wallet_get(Permissions|Capabilities|CallsStatus|Assets)|standard:connect \(silent\)|standard:disconnect)$/

/** Records a request to a wallet, and applies the faults that are on. Calls the wallet at most once. */
export async function walletCall<T>(
  { journal, faults }: { readonly journal: Journal; readonly faults: Faults },
  wallet: string,
  method: string,
  params: unknown,
  call: () => T,
): Promise<Awaited<T>> {
  const end = journal.begin('wallet', method, { wallet, params })
  try {
    if (!readOnlyMethods.test(method)) {
      if (faults.isOn('wallet-rejects'))
        throw Object.assign(new Error('User rejected the request. (devtools)'), { code: 4001 })
      if (faults.isOn('wallet-silent')) await new Promise(() => {})
    }
    const answer = await call()
    if (faults.isOn('wallet-slow')) await wait(delayMs)
    end('done', { answer })
    return answer
  } catch (error) {
    end('failed', { error })
    throw error
  }
}
