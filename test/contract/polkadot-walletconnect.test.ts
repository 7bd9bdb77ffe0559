// In a shorter run, one family over WalletConnect represents the others.
// @module-tag all
import { polkadot } from 'latchkey/adapters/polkadot'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { polkadotChannel } from '../support/wallet-channels/polkadot.ts'

describe('the polkadot adapter over WalletConnect', () => overTheRelay(polkadot(), polkadotChannel))
