import { expect } from 'vitest'
import type { Latchkey } from '../../src/client/create-latchkey.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import { parseCaipAddress } from '../../src/core/chain/caip-10.ts'
import type { SettledTransaction } from '../../src/core/wallet/transaction.ts'
import type { FakeFamily } from './fake-families.ts'

/**
 * Prepares a fake family for payments that settle when the test says so. Call this function before the family's adapter is
 * created.
 */
export function settledPayment(family: FakeFamily) {
  let settle: ((outcome: SettledTransaction) => void) | undefined
  family.extras = {
    ...family.extras,
    getTransactionStatus: async () => ({ phase: 'pending' }),
    waitForTransaction: () => new Promise((resolve) => (settle = resolve)),
  }
  return {
    /** Sends a payment from an account. `connectionId`: the connection of the account. */
    async send(from: CaipAddress, connectionId: string): Promise<void> {
      const { networkId: network } = parseCaipAddress(from)
      family.emit('transactionSent', { connectionId, hash: '0xpaid', network, from })
      await expect.poll(() => settle, { message: 'the client waits for the payment' }).toBeDefined()
    },
    /** Settles the payment. Resolves when the client has reported it. */
    async settle({ activity }: Latchkey): Promise<void> {
      const settled = new Promise<void>((resolve) => activity.on('settled', () => resolve()))
      settle?.({ phase: 'finalized', hash: '0xpaid' })
      await settled
    },
  }
}
