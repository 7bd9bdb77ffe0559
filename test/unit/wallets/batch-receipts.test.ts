import { describe, expect, it } from 'vitest'
import type { Hex } from '../../../src/core/chain/caip.ts'
import { eip155Batches } from '../../../src/wallets/eip155/batches.ts'
import type { NodeCall } from '../../../src/wallets/node-pool.ts'
import { ProviderError } from '../../../src/wallets/provider-error.ts'

const alice = `0x${'a1'.repeat(20)}`
const hash: Hex = `0x${'11'.repeat(32)}`
const mined = { status: '0x1', transactionHash: hash, from: alice }

/** Returns the status of a batch of one call. The node has this receipt. */
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
  ['a wrong transaction', { transactionHash: `0x${'22'.repeat(32)}` }],
  ['a wrong sender', { from: `0x${'b0'.repeat(20)}` }],
  ['no sender', { from: undefined }],
])('a batch is not confirmed by a receipt that names %s', async (_, change) => {
  await expect(statusWith({ ...mined, ...change })).rejects.toMatchObject({
    code: -32603,
    message: expect.stringContaining('another transaction'),
  })
})

describe('the status of a batch of two calls', () => {
  const second: Hex = `0x${'22'.repeat(32)}`
  const receiptOf = (transactionHash: Hex, status = '0x1') => ({ status, transactionHash, from: alice })
  const lost = new ProviderError(-32603, 'lost', { maybeSent: true, hash })
  const refused = new ProviderError(-32000, 'insufficient funds')

  /** Sends a batch of two calls with these results. The node has these receipts. */
  async function sendTwo(ends: readonly (Hex | Error | Promise<Hex>)[], receipts: readonly object[]) {
    const node: NodeCall = async (_, [wanted] = []) =>
      (receipts.find((one) => (one as { transactionHash: Hex }).transactionHash === wanted) ?? null) as never
    const batches = eip155Batches(() => node)
    const left = [...ends]
    const sending = batches.send({ id: '0xaa', chainId: '0x1', from: alice, calls: [{}, {}] }, async () => {
      const end = left.shift()
      if (end instanceof Error) throw end
      return end as Hex
    })
    sending.catch(() => {})
    return { sending, status: () => batches.status('0xaa') }
  }
  const statusAfter = async (...given: Parameters<typeof sendTwo>) => {
    const { sending, status } = await sendTwo(given[0], given[1])
    await sending.catch(() => {})
    return status()
  }

  it.each<[number, string, readonly (Hex | Error)[], readonly object[]]>([
    [200, 'both calls are mined', [hash, second], [receiptOf(hash), receiptOf(second)]],
    [100, 'one call is not mined yet', [hash, second], [receiptOf(hash)]],
    [600, 'one call is reverted', [hash, second], [receiptOf(hash), receiptOf(second, '0x0')]],
    [500, 'both calls are reverted', [hash, second], [receiptOf(hash, '0x0'), receiptOf(second, '0x0')]],
    [400, 'no call was sent', [refused], []],
    [600, 'the first call is mined and the second was never sent', [hash, refused], [receiptOf(hash)]],
    [100, 'the answer to the first call was lost', [lost], []],
    [600, 'the first call is mined although its answer was lost', [lost], [receiptOf(hash)]],
    [
      500,
      'the first call is reverted and the second was never sent',
      [hash, refused],
      [receiptOf(hash, '0x0')],
    ],
  ])('is %i if %s', async (status, _, ends, receipts) => {
    await expect(statusAfter(ends, receipts)).resolves.toMatchObject({ status, receipts })
  })

  it.each<[string, readonly Hex[]]>([
    ['no call yet', []],
    ['only the first call', [hash]],
  ])('is 100 while the wallet has sent %s', async (_, ends) => {
    let finish = (_: Hex) => {}
    const pending = new Promise<Hex>((resolve) => {
      finish = resolve
    })
    const receipts = [receiptOf(hash), receiptOf(second)]
    const { sending, status } = await sendTwo([...ends, pending, second], receipts)
    await new Promise((resolve) => setTimeout(resolve))
    await expect(status()).resolves.toMatchObject({ status: 100 })
    finish(ends.length === 0 ? hash : second)
    await sending
    await expect(status()).resolves.toMatchObject({ status: 200 })
  })

  it.each<[number, string, object]>([
    [600, 'the wallet was closed while it sent the calls', { hashes: [hash], calls: 2 }],
    [600, 'the wallet was closed before it stored a hash', { hashes: [], calls: 2 }],
    [200, 'an earlier version of the wallet stored the batch', { hashes: [hash] }],
  ])('is %i if %s', async (status, _, stored) => {
    const memory = {
      add: async () => false,
      update: async () => {},
      get: async () => ({ owner: alice, chainId: 1, hashes: [], ...stored }),
    }
    const batches = eip155Batches(() => async () => receiptOf(hash) as never, memory)
    await expect(batches.status('0xaa')).resolves.toMatchObject({ status })
  })
})
