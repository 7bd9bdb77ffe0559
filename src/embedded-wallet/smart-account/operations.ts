import type { Hex } from '../../core/chain/caip.ts'
import type { Clock } from '../../ports.ts'
import { ProviderError } from '../../wallets/provider-error.ts'
import type { ChainAccount } from './chain-account.ts'

interface Sent {
  readonly account: ChainAccount
  readonly chainId: number
  readonly hash: Hex
}

/** In ms. */
const pollEvery = 500
const mineWithin = 120_000

/** The operations that were sent, by the ids that pages know them by. EIP-5792. */
export function operationsSent(clock: Clock) {
  const batches = new Map<string, Sent>()
  const pause = () => new Promise<void>((resolve) => void clock.after(pollEvery, resolve))

  return {
    remember(id: string | undefined, sent: Sent): string {
      const own = id ?? sent.hash
      if (batches.has(own)) throw new ProviderError(5720, 'There is already a bundle with this id.')
      batches.set(own, sent)
      return own
    },

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

    /** Undefined for an id that is of no operation. */
    async status(id: string): Promise<unknown> {
      const sent = batches.get(id)
      if (!sent) return undefined
      const found = await sent.account.receipt(sent.hash)
      return {
        version: '2.0.0',
        id,
        chainId: `0x${sent.chainId.toString(16)}`,
        atomic: true,
        status: !found ? 100 : found.success ? 200 : 500,
        receipts: found ? [found.receipt] : [],
      }
    },
  }
}
