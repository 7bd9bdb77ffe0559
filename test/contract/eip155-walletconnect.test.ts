import { eip155 } from 'latchkey/adapters/eip155'
import { describe } from 'vitest'
import { eip155Everywhere, eip155OneAtATime } from '../support/wallet-channels/eip155.ts'
import { overTheRelay } from '../support/wallet-channels/over-the-relay.ts'

describe('the eip155 adapter over WalletConnect', () => overTheRelay(eip155(), eip155Everywhere))

describe('the eip155 adapter over WalletConnect with a wallet on a single network', { tags: ['all'] }, () =>
  overTheRelay(eip155(), eip155OneAtATime),
)
