import type { BitcoinNode } from './bitcoin-node.ts'

/** Mines blocks on request. With `automine`, also mines a block after one or more broadcasts. */
export interface Miner {
  automine: boolean
  mine(blocks: number): Promise<void>
  /** Call `notify` after a transaction is accepted. */
  notify(): void
}

/** Addresses without a known key. */
const unspendableAddresses = {
  regtest: 'bcrt1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqdku202',
  signet: 'tb1qqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqqq0l98cr',
}

export function createMiner(
  node: BitcoinNode,
  chain: keyof typeof unspendableAddresses,
  onFailure: (error: unknown) => void,
): Miner {
  let last: Promise<void> = Promise.resolve()
  let looking = false
  const inTurn = (run: () => Promise<void>) => {
    last = last.catch(() => {}).then(run)
    return last
  }
  const generate = (blocks: number) => node.generate(blocks, unspendableAddresses[chain])
  const miner: Miner = {
    automine: true,
    mine: (blocks) => inTurn(() => generate(blocks)),
    notify() {
      if (!miner.automine || looking) return
      looking = true
      inTurn(async () => {
        looking = false
        const waiting = await node.mempool()
        if (miner.automine && waiting.length > 0) await generate(1)
      }).catch(onFailure)
    },
  }
  return miner
}
