import { bitcoindBinary } from '../../src/devnet/nodes/bip122/bitcoind-binary.ts'

/** Whether there is a bitcoind here, by `BITCOIND` or on the path. What needs it is skipped without it. */
export const hasBitcoind = (() => {
  try {
    return bitcoindBinary() !== ''
  } catch {
    return false
  }
})()
