// Only the largest test runs include this file. In smaller runs, the eip155 tests over WalletConnect stand for all families.
// @module-tag all
import { cosmos } from 'latchkey/adapters/cosmos'
import { describe } from 'vitest'
import { cosmosChannel } from '../support/wallet-channels/cosmos.ts'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'

describe('the cosmos adapter over WalletConnect', () => overTheRelay(cosmos(), cosmosChannel))
