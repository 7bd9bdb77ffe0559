import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { pauseInWords } from '../../../src/transport/pause-in-words.ts'
import { answers, fakeEndpoint } from '../../support/loopback.ts'
import { rpcPool } from '../../support/rpc.ts'

const status = (headers: Record<string, string>, details?: string) =>
  latchkeyError('http/status', { details, response: new Response('', { status: 429, headers }) })

describe('the pause that a server asks for', () => {
  it.each([
    ['Too many requests, reason: call rate limit exhausted, retry in 10s', 10_000],
    ['Public RPC Rate Limit Hit, limit will reset in 60 seconds', 60_000],
    ['Please try again in 2 minutes', 120_000],
    ['try again after 500 ms', 500],
    ['Rate limited. Retry after 1.5 seconds.', 1500],
    ['too many requests', 0],
    ['retry 3 times', 0],
    ['the limit is 10 requests per 1s', 0],
  ])('is read from the message: %j gives %i ms', (details, ms) => {
    expect(pauseInWords(latchkeyError('rpc/limit-exceeded', { details }))).toBe(ms)
    expect(pauseInWords(status({}, details))).toBe(ms)
  })

  it("is read from the data of Infura's error", () => {
    const data = { rate: { allowed_rps: 5, backoff_seconds: 30, current_rps: 5.2 } }
    expect(pauseInWords(latchkeyError('rpc/limit-exceeded', { data }))).toBe(30_000)
  })

  it('is read from the header if the message states another pause', async () => {
    const words = { jsonrpc: '2.0', id: 1, error: { code: -32005, message: 'retry in 10s' } }
    const node = fakeEndpoint((calls, { index }) =>
      index === 0
        ? Response.json(words, { status: 429, headers: { 'retry-after': '1' } })
        : answers(calls, () => '0x1'),
    )
    const { ask, pauses } = rpcPool(node.fetch)
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(pauses()).toEqual([1000])
  })

  it.each([undefined, null, 'text', new Error('retry in 10s')])(
    "is 0 for a value that is not one of Latchkey's errors: %s",
    (error) => {
      expect(pauseInWords(error)).toBe(0)
    },
  )

  it('delays the next request', async () => {
    const node = fakeEndpoint((calls, { index }) =>
      index === 0
        ? { jsonrpc: '2.0', id: calls[0]!.id, error: { code: -32005, message: 'rate limit, retry in 2s' } }
        : answers(calls, () => '0x1'),
    )
    const { ask, pauses } = rpcPool(node.fetch)
    expect(await ask('eth_blockNumber')).toBe('0x1')
    expect(pauses()).toEqual([2000])
  })
})
