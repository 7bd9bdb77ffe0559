import { describe, expect, it, vi } from 'vitest'
import { broadcastError } from '../../../../src/core/errors/broadcast-error.ts'
import { fakeEndpoint } from '../../../support/loopback.ts'
import { manualRpcPool } from '../../../support/rpc.ts'

// When a new version of a page is published, the server drops the old version's code. A loaded pool needs no
// more code.
vi.doMock('../../../../src/transport/json-rpc/endpoint-errors.ts', () => {
  throw new TypeError('Failed to fetch dynamically imported module')
})

function endpoints(code: number, message: string) {
  const node = fakeEndpoint(([call]) => ({ jsonrpc: '2.0', id: call!.id, error: { code, message } }))
  return { ...manualRpcPool(node.fetch), posts: node.posts }
}

describe("a pool on a page that can't load more of its code", () => {
  it('recognizes a revert, and asks no other URL', async () => {
    const { ask, within, posts } = endpoints(3, 'execution reverted: paused')
    const error = { code: 'node/execution-reverted', rpcCode: 3, host: 'a.example' }
    await expect(within(0, ask('eth_call', {}))).rejects.toMatchObject(error)
    await expect(within(0, ask('eth_call', {}))).rejects.toMatchObject(error)
    expect(posts.length).toBe(2)
  })

  it('reports that a refused transaction was not sent', async () => {
    const { ask, within, posts } = endpoints(-32000, 'insufficient funds for gas * price + value')
    const error = await within(0, ask('eth_sendRawTransaction', '0x02')).catch((thrown: unknown) => thrown)
    expect(broadcastError(error, '0xab')).toMatchObject({ code: 'node/insufficient-funds', hash: '0xab' })
    expect(posts.length).toBe(1)
  })
})
