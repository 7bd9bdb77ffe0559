import { describe, expect, it } from 'vitest'
import { broadcastError } from '../../../src/core/errors/broadcast-error.ts'
import { fakeEndpoint, type WireCall } from '../../support/loopback.ts'
import { rpcPool } from '../../support/rpc.ts'

const urls = ['https://a.example/', 'https://b.example/']
const hash = `0x${'ab'.repeat(32)}`
type Reply = (call: WireCall) => unknown
const cut: Reply = () => {
  throw new TypeError('fetch failed')
}
const poor: Reply = ({ id }) => ({
  ...{ jsonrpc: '2.0', id },
  error: { code: -32000, message: 'insufficient funds for gas * price + value' },
})
const busy: Reply = () => new Response('', { status: 429 })

/** Returns the error of a broadcast to two endpoints that give these replies. */
async function broadcastTo(a: Reply, b: Reply) {
  const node = fakeEndpoint(([call], { url }) => (url === urls[0] ? a : b)(call!))
  const { ask } = rpcPool(node.fetch, { urls, retries: 0 })
  const error = await ask('eth_sendRawTransaction', '0x02').catch((thrown: unknown) => thrown)
  return broadcastError(error, hash)
}

describe('a signed transaction at several endpoints', () => {
  it('counts as possibly sent if the connection to the first endpoint broke', async () => {
    expect(await broadcastTo(cut, poor)).toMatchObject({ code: 'rpc/maybe-sent', hash })
    expect(await broadcastTo(cut, busy)).toMatchObject({ code: 'rpc/maybe-sent', hash })
  })

  it('counts as not sent if every endpoint refused it', async () => {
    expect(await broadcastTo(busy, poor)).toMatchObject({ code: 'node/insufficient-funds', hash })
    expect(await broadcastTo(busy, busy)).toMatchObject({ code: 'http/status', hash })
  })

  it('counts as not sent if no endpoint proved its network', async () => {
    const node = fakeEndpoint(cut as never)
    const { pool } = rpcPool(node.fetch, {
      urls,
      retries: 0,
      identity: { call: { method: 'eth_chainId' }, matches: () => true, expected: 'eip155:1' },
    })
    const sent = pool.request({ method: 'eth_sendRawTransaction', params: ['0x02'] })
    const error = await sent.catch((thrown: unknown) => thrown)
    expect(broadcastError(error, hash)).toMatchObject({ code: 'rpc/unreachable', hash })
  })
})
