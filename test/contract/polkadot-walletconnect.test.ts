// Only the largest test runs include this file. In smaller runs, the eip155 tests over WalletConnect stand for all families.
// @module-tag all
import { polkadot } from 'latchkey/adapters/polkadot'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { polkadotChannel } from '../support/wallet-channels/polkadot.ts'

describe('the polkadot adapter over WalletConnect', () => overTheRelay(polkadot(), polkadotChannel))
