// Runs only in the largest size. In smaller sizes, eip155 is tested over WalletConnect for all families.
// @module-tag all
import { solana } from 'latchkey/adapters/solana'
import { describe } from 'vitest'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'
import { solanaChannel } from '../support/wallet-channels/solana.ts'

describe('the solana adapter over WalletConnect', () => overTheRelay(solana(), solanaChannel))
