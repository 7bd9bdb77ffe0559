import { describe, expect, it } from 'vitest'
import { CosmosChain } from '../../../../src/adapters/cosmos/chain/chain.ts'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import { cosmosHub } from '../../../../src/networks/index.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { fakeEndpoint } from '../../../support/loopback.ts'
import { rpcPool } from '../../../support/rpc.ts'

const bytes = Uint8Array.of(1, 2, 3)
const nothing = () => ({ txs: [] })
const silent = () => {
  throw latchkeyError('http/timeout', { values: { host: 'x', ms: 1 } })
}
const cut = (status: number) => () => {
  throw latchkeyError('http/status', { response: new Response('', { status }), values: { status } })
}
const unindexed = () => {
  throw latchkeyError('rpc/internal', { details: 'transaction indexing is disabled' })
}

/**
 * Returns a network with one endpoint for each of these functions, which answers look-ups of transactions. The last endpoint
 * refuses the broadcast.
 */
function chainOver(...lookups: readonly (() => unknown)[]) {
  const urls = lookups.map((_, index) => `https://node${index}.example`)
  const rpc = (_: unknown, url = urls.at(-1)) => ({
    async request(call: RpcRequest) {
      if (call.method === 'broadcast_tx_sync')
        return { code: 13, codespace: 'sdk', log: 'insufficient fees' } as never
      return lookups[urls.indexOf(url as string)]!() as never
    },
  })
  return new CosmosChain({ rpc, endpoints: () => urls })
}
const broadcast = (...lookups: readonly (() => unknown)[]) =>
  chainOver(...lookups).broadcast(cosmosHub, bytes)

describe('a transaction that an endpoint refuses', () => {
  it('may have been sent if another endpoint gives no clear answer', async () => {
    for (const lost of [silent, cut(502), cut(408)])
      await expect(broadcast(lost, nothing)).rejects.toMatchObject({
        code: 'rpc/maybe-sent',
        hash: expect.any(String),
        cause: { code: 'node/fee-too-low' },
      })
  })

  it('may have been sent if it is in the mempool of another endpoint', async () => {
    const waiting = () => ({ txs: [Buffer.from(bytes).toString('base64')] })
    // The search of blocks finds nothing. The mempool has the transaction.
    let asked = 0
    const first = () => (asked++ === 0 ? nothing() : waiting())
    await expect(broadcast(first, nothing)).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
  })

  it.each([
    // CometBFT lists at most 100 waiting transactions.
    ['lists only a part of its mempool', () => ({ n_txs: '1', total: '101', txs: ['AAAA'] })],
    ["doesn't answer the request for its mempool", silent],
  ])('may have been sent if another endpoint %s', async (_, mempool) => {
    let asked = 0
    const first = () => (asked++ === 0 ? nothing() : mempool())
    await expect(broadcast(first, nothing)).rejects.toMatchObject({ code: 'rpc/maybe-sent' })
  })

  it.each([
    ['all other endpoints report that they do not have the transaction', [nothing, nothing]],
    ['the other endpoints have no index of transactions', [unindexed, nothing]],
    ['the other endpoints refuse requests from the page', [cut(403), nothing]],
    ['there is no other endpoint', [silent]],
  ])('counts as refused if %s', async (_, lookups) => {
    await expect(broadcast(...lookups)).rejects.toMatchObject({
      code: 'node/fee-too-low',
      hash: expect.any(String),
    })
  })

  it.each([
    ['may have been sent if an earlier request to the same URL was lost', [502], 'rpc/maybe-sent'],
    ['counts as refused if every request was answered', [], 'node/fee-too-low'],
  ])('%s', async (_, failures, code) => {
    const statuses: number[] = [...failures]
    const node = fakeEndpoint(([call]) => {
      const { id, method } = call!
      const status = method === 'broadcast_tx_sync' ? statuses.shift() : undefined
      if (status !== undefined) return new Response('', { status })
      const refused = { code: 13, codespace: 'sdk', log: 'insufficient fees' }
      return { jsonrpc: '2.0', id, result: method === 'broadcast_tx_sync' ? refused : nothing() }
    })
    const { pool } = rpcPool(node.fetch, { urls: ['https://node.example/'] })
    const chain = new CosmosChain({ rpc: () => pool, endpoints: () => ['https://node.example/'] })
    await expect(chain.broadcast(cosmosHub, bytes)).rejects.toMatchObject({
      code,
      hash: expect.any(String),
    })
  })
})
