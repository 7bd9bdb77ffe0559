import type { Hex } from '../../core/chain/caip.ts'
import type { Clock } from '../../ports.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { Batch } from '../store/batches.ts'
import type { ChainAccount } from './chain-account.ts'

/** In ms. */
const pollEvery = 500
const mineWithin = 120_000

/** The operations that were sent: when they are mined, and what became of them. */
export function operationsSent(clock: Clock) {
  const pause = () => new Promise<void>((resolve) => void clock.after(pollEvery, resolve))

  return {
    /** Resolves with the hash of its transaction. @throws `ProviderError` where it was mined and failed, or takes too long. */
    async mined(account: ChainAccount, hash: Hex): Promise<Hex> {
      const until = clock.now() + mineWithin
      while (clock.now() < until) {
        // A bundler that does not answer once may the next time: the operation is on its way.
        const found = await account.receipt(hash).catch(() => undefined)
        if (found?.success) return found.transactionHash
        if (found)
          throw new ProviderError(-32003, `It was mined in ${found.transactionHash}, and its calls failed.`)
        await pause()
      }
      throw new ProviderError(-32603, `The operation ${hash} was sent, and is not mined yet.`)
    },

    /** Of a batch, as EIP-5792 has it. */
    async status(id: string, { chainId, hashes }: Batch, account: ChainAccount): Promise<unknown> {
      const [hash] = hashes
      const found = hash && (await account.receipt(hash))
      return {
        version: '2.0.0',
        id,
        chainId: `0x${chainId.toString(16)}`,
        atomic: true,
        status: !found ? 100 : found.success ? 200 : 500,
        receipts: found ? [found.receipt] : [],
      }
    },
  }
}
