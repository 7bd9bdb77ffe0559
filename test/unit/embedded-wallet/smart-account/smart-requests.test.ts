import { manualClock } from 'latchkey/testing'
import { describe, expect, it } from 'vitest'
import type { Networks } from '../../../../src/embedded-wallet/networks.ts'
import type { Accounts } from '../../../../src/embedded-wallet/smart-account/accounts.ts'
import type {
  ChainAccount,
  OperationReceipt,
} from '../../../../src/embedded-wallet/smart-account/chain-account.ts'
import { smartRequests } from '../../../../src/embedded-wallet/smart-account/smart-requests.ts'
import { batchesIn } from '../../../../src/embedded-wallet/store/batches.ts'
import { ProviderError } from '../../../../src/wallets/provider-error.ts'
import { memoryStore } from '../../../support/memory-share-store.ts'

const address = `0x${'1'.repeat(40)}`
const refusal = new ProviderError(-32500, 'AA23 reverted')
const lost = new ProviderError(-32603, 'The answer was lost', { maybeSent: true })

/** Returns a user's smart account on one network, and sends batches with the id `mine` from it. */
function world() {
  const state = { sending: async () => {}, receipt: undefined as OperationReceipt | undefined }
  const account = {
    address,
    prepare: async () => ({ operation: {}, hash: `0x${'0b'.repeat(32)}`, fee: 1n }),
    send: () => state.sending(),
    receipt: async () => state.receipt,
  } as unknown as ChainAccount
  const network = { id: 1, chainNamespace: 'eip155', caipNetworkId: 'eip155:1', name: 'One' }
  const wallet = { addresses: { eip155: 'owner' } }
  const requests = smartRequests(
    { smart: async () => account, on: async () => ({ wallet }) } as unknown as Accounts,
    { all: [network] } as unknown as Networks,
    manualClock(),
    batchesIn(memoryStore(), 'smart', 'https://shop.example'),
  )
  return {
    state,
    async send(sending?: Promise<void>) {
      if (sending) state.sending = () => sending
      const params = [{ id: 'mine', calls: [{ to: `0x${'2'.repeat(40)}` }] }]
      const { sign } = await requests.prepare(
        { method: 'wallet_sendCalls', params },
        wallet as never,
        network as never,
      )
      return sign({ eip155: '0x1' } as never)
    },
    status: () => requests.status('mine') as Promise<{ readonly status: number }>,
  }
}

describe('a batch of a smart account', () => {
  it('is pending until it is mined', async () => {
    const { send, status, state } = world()
    await send()
    await expect(status()).resolves.toMatchObject({ status: 100 })
    state.receipt = { success: true, transactionHash: '0x1', receipt: {} }
    await expect(status()).resolves.toMatchObject({ status: 200 })
  })

  it.each([
    ['has failed if the bundler refused it', refusal, 400],
    ['is pending if the answer of the bundler was lost', lost, 100],
  ])('%s', async (_, error, expected) => {
    const { send, status } = world()
    await expect(send(Promise.reject(error))).rejects.toBe(error)
    await expect(status()).resolves.toMatchObject({ status: expected, receipts: [] })
  })

  it('has the status of its receipt, even if the bundler refused it', async () => {
    const { send, status, state } = world()
    await send(Promise.reject(refusal)).catch(() => {})
    state.receipt = { success: true, transactionHash: '0x1', receipt: {} }
    await expect(status()).resolves.toMatchObject({ status: 200 })
  })

  it('stays pending if another batch uses its id', async () => {
    const { send, status } = world()
    await send()
    await expect(send()).rejects.toMatchObject({ code: 5720 })
    await expect(status()).resolves.toMatchObject({ status: 100 })
  })
})
