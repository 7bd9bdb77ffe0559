import type { Hex } from '../../core/chain/caip.ts'
import type { Clock } from '../../ports.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { Batch } from '../store/batches.ts'
import type { ChainAccount } from './chain-account.ts'

/** How often to ask for the receipt, in ms. */
const pollEvery = 500
const mineWithin = 120_000
/**
 * The longest time between two requests that counts toward `mineWithin`, in ms. A request with its retries takes at most about
 * 41 s. So a longer time means that the device slept.
 */
const longestLook = 45_000

/** Waits until user operations are mined. */
export function operationsSent(clock: Clock) {
  const pause = () => new Promise<void>((resolve) => void clock.after(pollEvery, resolve))

  return {
    /**
     * Resolves with the transaction's hash when the operation is mined.
     * @throws `ProviderError` if the operation failed. If the operation isn't mined in time, the error's `data` has `maybeSent`.
     * The `data` has no `hash`, because pages would take the operation's hash for a transaction's hash.
     */
    async mined(account: ChainAccount, hash: Hex): Promise<Hex> {
      let waited = 0
      let looked = clock.now()
      while (waited < mineWithin) {
        // The operation was already sent, so ignore errors and ask again.
        const found = await account.receipt(hash).catch(() => undefined)
        if (found?.success) return found.transactionHash
        if (found)
          throw new ProviderError(
            -32003,
            `The operation was mined in ${found.transactionHash}, but its calls failed.`,
          )
        await pause()
        const now = clock.now()
        // The clock may have been set back.
        waited += Math.min(Math.max(now - looked, 0), longestLook)
        looked = now
      }
      const words = `The operation ${hash} was sent, and is not mined yet.`
      throw new ProviderError(-32603, words, { maybeSent: true })
    },

    /** Returns the status of a batch (EIP-5792). */
    async status(id: string, { chainId, hashes, stopped }: Batch, account: ChainAccount): Promise<unknown> {
      const [hash] = hashes
      const found = hash && (await account.receipt(hash))
      return {
        version: '2.0.0',
        id,
        chainId: `0x${chainId.toString(16)}`,
        atomic: true,
        status: found ? (found.success ? 200 : 500) : stopped ? 400 : 100,
        receipts: found ? [found.receipt] : [],
      }
    },
  }
}
