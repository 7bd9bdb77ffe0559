// In a shorter run, one family over WalletConnect represents the others.
// @module-tag all
import { solana } from 'latchkey/adapters/solana'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { solanaChannel } from '../support/wallet-channels/solana.ts'

describe('the solana adapter over WalletConnect', () => overTheRelay(solana(), solanaChannel))
