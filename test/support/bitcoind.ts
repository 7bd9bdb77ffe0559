import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'

/** Whether there is a bitcoind here, by `BITCOIND` or on the path. */
export const hasBitcoind = bitcoindBinary() !== undefined

/** What the family's chains run on: the simulator everywhere, and bitcoind where there is one. */
export const bitcoinNodes = ['the simulator', ...(hasBitcoind ? ['a real bitcoind'] : [])] as const
