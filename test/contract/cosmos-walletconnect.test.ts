// In a shorter run, one family over WalletConnect represents the others.
// @module-tag all
import { cosmos } from 'latchkey/adapters/cosmos'
import { describe } from 'vitest'
import { cosmosChannel } from '../support/wallet-channels/cosmos.ts'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'

describe('the cosmos adapter over WalletConnect', () => overTheRelay(cosmos(), cosmosChannel))
