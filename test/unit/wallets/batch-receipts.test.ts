import { expect, it } from 'vitest'
import type { Hex } from '../../../src/core/chain/caip.ts'
import { eip155Batches } from '../../../src/wallets/eip155/batches.ts'

const alice = `0x${'a1'.repeat(20)}`
const hash: Hex = `0x${'11'.repeat(32)}`
const mined = { status: '0x1', transactionHash: hash, from: alice }

/** The status of a batch of one call, on a node with this receipt. */
async function statusWith(receipt: object) {
  const node = async () => receipt as never
  const batches = eip155Batches(() => node)
  const { id } = await batches.send({ chainId: '0x1', from: alice, calls: [{}] }, async () => hash)
  return batches.status(id)
}

it('a batch is confirmed by the receipt of its transaction', async () => {
  await expect(statusWith(mined)).resolves.toMatchObject({ status: 200, receipts: [mined] })
})

it.each([
  ['another transaction', { transactionHash: `0x${'22'.repeat(32)}` }],
  ['another sender', { from: `0x${'b0'.repeat(20)}` }],
  ['no sender', { from: undefined }],
])('a batch is not confirmed by a receipt of %s', async (_, change) => {
  await expect(statusWith({ ...mined, ...change })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('another transaction'),
  })
})
