import { type Devnet, startDevnet } from 'latchkey/devnet'
import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'
import { leaseDevnet } from './leased-devnet.ts'

/** Whether there is a bitcoind here, by `BITCOIND` or on the path. */
export const hasBitcoind = bitcoindBinary() !== undefined

export type BitcoinNodeName = 'the simulator' | 'a real bitcoind'

/** What the chains run on: the same tests on both, so that the simulator cannot drift from what it stands for. */
export const bitcoinNodes: readonly BitcoinNodeName[] = hasBitcoind
  ? ['the simulator', 'a real bitcoind']
  : ['the simulator']

/** A devnet of the file's own. */
export async function startBitcoin(node: BitcoinNodeName): Promise<Devnet> {
  const before = process.env.BITCOIND
  if (node === 'the simulator') process.env.BITCOIND = 'none'
  try {
    return await startDevnet({ families: ['bip122'] })
  } finally {
    if (before === undefined) delete process.env.BITCOIND
    else process.env.BITCOIND = before
  }
}

/** The run's own bitcoind, for this file alone; a simulator starts at once, so each file has one of its own. */
export function leaseBitcoin(node: BitcoinNodeName): Promise<Devnet> {
  return node === 'the simulator' ? startBitcoin(node) : leaseDevnet({ families: ['bip122'] })
}
