import { sha256 } from '@noble/hashes/sha2'
import { expect, it } from 'vitest'
import { isKnown } from '../../../../src/adapters/cosmos/chain/status.ts'
import type { JsonRpcPort } from '../../../../src/ports.ts'

it('finds a transaction in a mempool that also has invalid entries', async () => {
  const transaction = Buffer.from('the transaction')
  const hash = Buffer.from(sha256(transaction)).toString('hex')
  const txs = ['not base64!', null, transaction.toString('base64')]
  const rpc = {
    request: async ({ method }: { method: string }) => ({ txs: method === 'unconfirmed_txs' ? txs : [] }),
  } as unknown as JsonRpcPort
  expect(await isKnown(rpc, hash)).toBe(true)
  expect(await isKnown(rpc, '0'.repeat(64))).toBe(false)
})
