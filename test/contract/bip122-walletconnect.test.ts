// Only the largest test runs include this file. In smaller runs, the eip155 tests over WalletConnect stand for all families.
// @module-tag all
import { bip122 } from 'latchkey/adapters/bip122'
import { describe } from 'vitest'
import { bitcoinNodes, leaseBitcoin } from '../support/bitcoind.ts'
import { bip122Channel } from '../support/wallet-channels/bip122.ts'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'

describe.each(bitcoinNodes)('the bip122 adapter over WalletConnect, on %s', (node) =>
  overTheRelay(bip122(), bip122Channel, () => leaseBitcoin(node)),
)
