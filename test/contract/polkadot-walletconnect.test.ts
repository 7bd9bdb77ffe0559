// Runs only in the largest size. In smaller sizes, eip155 is tested over WalletConnect for all families.
// @module-tag all
import { polkadot } from 'latchkey/adapters/polkadot'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { polkadotChannel } from '../support/wallet-channels/polkadot.ts'

describe('the polkadot adapter over WalletConnect', () => overTheRelay(polkadot(), polkadotChannel))
