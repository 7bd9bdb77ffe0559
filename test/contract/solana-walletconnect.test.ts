// Only the largest test runs include this file. In smaller runs, the eip155 tests over WalletConnect stand for all families.
// @module-tag all
import { solana } from 'latchkey/adapters/solana'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { solanaChannel } from '../support/wallet-channels/solana.ts'

describe('the solana adapter over WalletConnect', () => overTheRelay(solana(), solanaChannel))
