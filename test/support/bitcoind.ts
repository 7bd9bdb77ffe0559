import { type Devnet, startDevnet } from 'latchkey/devnet'
import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'
import { leaseDevnet } from './leased-devnet.ts'

/** Whether this machine has a bitcoind: at the path in `BITCOIND`, or on the PATH. */
export const hasBitcoind = bitcoindBinary() !== undefined

export type BitcoinNodeName = 'the simulator' | 'a real bitcoind'

/**
 * The nodes on which Bitcoin tests run. The same tests run on both, to show that the simulator behaves like bitcoind.
 */
export const bitcoinNodes: readonly BitcoinNodeName[] = hasBitcoind
  ? ['the simulator', 'a real bitcoind']
  : ['the simulator']

/** Starts a devnet for one test file. */
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

/**
 * Leases the test run's bitcoind for this test file. A simulator starts at once, so each test file starts its own
 * simulator.
 */
export function leaseBitcoin(node: BitcoinNodeName): Promise<Devnet> {
  return node === 'the simulator' ? startBitcoin(node) : leaseDevnet({ families: ['bip122'] })
}
