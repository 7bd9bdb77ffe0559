import { type Devnet, startDevnet } from 'latchkey/devnet'
import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'
import { leaseDevnet } from './leased-devnet.ts'

/** Whether there is a bitcoind here, by `BITCOIND` or on the path. */
export const hasBitcoind = bitcoindBinary() !== undefined

export type BitcoinNodeName = 'the simulator' | 'a real bitcoind'

/** The nodes of the chains: the same tests run on both, so that the simulator can't drift from the real one. */
export const bitcoinNodes: readonly BitcoinNodeName[] = hasBitcoind
  ? ['the simulator', 'a real bitcoind']
  : ['the simulator']

/** The file's own devnet. */
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

/** The run's own bitcoind, for this file alone; a simulator starts at once, so each file has its own. */
export function leaseBitcoin(node: BitcoinNodeName): Promise<Devnet> {
  return node === 'the simulator' ? startBitcoin(node) : leaseDevnet({ families: ['bip122'] })
}
