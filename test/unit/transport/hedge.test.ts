import { describe, expect, it } from 'vitest'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never } from '../../support/loopback.ts'
import type { Reply } from '../../support/quirks.ts'
import { manualRpcPool } from '../../support/rpc.ts'

const name = (url: string) => new URL(url).hostname[0] as string
const says =
  (value: unknown): Reply =>
  (calls) =>
    answers(calls, () => value)
const hung: Reply = (_, { signal }) => never(signal)

/** Waits for `ms` on the pool's clock before it replies. */
function slow(ms: number, reply: Reply, after: (ms: number, run: () => void) => unknown): Reply {
  return async (calls, at) => {
    await new Promise<void>((resolve, reject) => {
      after(ms, resolve)
      at.signal.addEventListener('abort', () => reject(new DOMException('aborted', 'AbortError')))
    })
    return reply(calls, at)
  }
}

function world(options: Parameters<typeof manualRpcPool>[1] = {}) {
  const replies: Record<string, Reply> = {}
  const aborted: string[] = []
  const node = fakeEndpoint((calls, { url, signal, index }) => {
    signal.addEventListener('abort', () => aborted.push(name(url)))
    const reply = replies[name(url)]
    if (!reply) throw new Error(`not expected: ${url}`)
    return reply(calls, { signal, index })
  })
  const pool = manualRpcPool(node.fetch, options)
  const after = pool.clock.after.bind(pool.clock)
  return { ...pool, ...node, replies, aborted, after, asked: () => node.urls.map(name).join('') }
}

describe('a read without an answer for 1.5 s', () => {
  it('is sent to a second URL, and the hung request is aborted', async () => {
    const { replies, ask, within, asked, aborted, clock } = world()
    Object.assign(replies, { a: hung, b: says('fine') })
    const read = ask('eth_call')
    await clock.advance(1499)
    expect(asked()).toBe('a')
    expect(await within(1, read)).toBe('fine')
    expect(asked()).toBe('ab')
    expect(aborted).toEqual(['a'])
    expect(clock.pending).toBe(0)
  })

  it.each(['isBlockhashValid', 'getBalance', 'abci_query', 'state_getStorage'])(
    'is sent to a second URL if its method is %s',
    async (method) => {
      const { replies, ask, within, asked } = world()
      Object.assign(replies, { a: hung, b: says('fine') })
      expect(await within(1500, ask(method))).toBe('fine')
      expect(asked()).toBe('ab')
    },
  )

  it('moves later reads to the second URL at once', async () => {
    const { replies, ask, within, asked } = world()
    Object.assign(replies, { a: hung, b: says('fine') })
    await within(1500, ask('eth_call', 1))
    for (let each = 2; each < 10; each++) expect(await within(0, ask('eth_call', each))).toBe('fine')
    expect(asked()).toBe('abbbbbbbbb')
  })

  it('moves later reads to the second URL, even if the first URL answers an earlier request meanwhile', async () => {
    const { replies, ask, within, asked, after } = world()
    Object.assign(replies, { a: slow(3000, says('late'), after), b: says('fine') })
    // This read is part of a payment, so it waits for the first URL.
    const alone = ask('eth_getTransactionCount')
    expect(await within(1500, ask('eth_call', 1))).toBe('fine')
    expect(await within(1500, alone)).toBe('late')
    for (let each = 2; each < 5; each++) expect(await within(0, ask('eth_call', each))).toBe('fine')
    expect(asked().replaceAll('a', '')).toBe('bbbb')
  })

  it('takes the first answer, even if it comes from the first URL', async () => {
    const { replies, ask, within, asked, aborted, after, clock } = world()
    Object.assign(replies, { a: slow(2000, says('from a'), after), b: hung })
    expect(await within(2000, ask('eth_call'))).toBe('from a')
    expect(asked()).toBe('ab')
    expect(aborted).toEqual(['b'])
    expect(clock.pending).toBe(0)
  })

  it('accepts a revert as an answer', async () => {
    const { replies, ask, within } = world()
    const revert: Reply = ([call]) => ({
      jsonrpc: '2.0',
      id: call?.id,
      error: { code: 3, message: 'execution reverted' },
    })
    Object.assign(replies, { a: hung, b: revert })
    expect(await within(1500, failure(ask('eth_call')))).toMatchObject({ code: 'node/execution-reverted' })
  })

  it('waits for the first URL if the second URL fails, and fails over to the third', async () => {
    const urls = ['https://a.example/', 'https://b.example/', 'https://c.example/']
    const down: Reply = () => new Response('', { status: 503 })
    const one = world({ urls })
    Object.assign(one.replies, { a: slow(5000, says('from a'), one.after), b: down, c: says('from c') })
    expect(await one.within(5000, one.ask('eth_call'))).toBe('from a')
    expect(one.asked()).toBe('ab')

    const other = world({ urls })
    Object.assign(other.replies, { a: slow(5000, down, other.after), b: down, c: says('from c') })
    expect(await other.within(5000, other.ask('eth_call'))).toBe('from c')
    expect(other.asked()).toBe('abc')
  })

  it('is sent to a second URL the first time, and after that only one in ten such reads is', async () => {
    const { replies, ask, within, urls, after } = world()
    // The first URL always answers first, so it never rests.
    Object.assign(replies, { a: slow(1600, says('slow'), after), b: hung })
    for (let each = 0; each < 20; each++) await within(1600, ask('eth_call', each))
    expect(urls.filter((url) => name(url) === 'a')).toHaveLength(20)
    expect(urls.filter((url) => name(url) === 'b')).toHaveLength(1 + 2)
  })

  it('moves together with the reads that wait at the same URL', async () => {
    const { replies, ask, within, posts } = world()
    const honest: Reply = (calls) => answers(calls, ({ params }) => params[0])
    Object.assign(replies, { a: hung, b: honest })
    const reads = Array.from({ length: 63 }, (_, index) => ask('eth_call', index))
    expect(await within(1500, Promise.all(reads))).toEqual(reads.map((_, index) => index))
    // All calls go to the first URL, then a tenth of them to the second, and then the others.
    expect(posts.map((calls) => calls.length)).toEqual([63, 7, 56])
  })

  it.each([
    'eth_getTransactionCount',
    'eth_gasPrice',
    'eth_feeHistory',
    'eth_estimateGas',
    'eth_maxPriorityFeePerGas',
    'eth_getBlockByNumber',
    'eth_getLogs',
    'eth_getFilterChanges',
    'eth_newFilter',
    'getLatestBlockhash',
    'getFeeForMessage',
    'getRecentPrioritizationFees',
    'system_accountNextIndex',
    'chain_getBlockHash',
    'state_getMetadata',
    'eth_sendRawTransaction',
    'eth_sendTransaction',
  ])('stays at one URL if its method is %s', async (method) => {
    const { replies, ask, clock, asked } = world()
    Object.assign(replies, { a: hung, b: says('fine') })
    const call = failure(ask(method)).catch(() => {})
    await clock.advance(9999)
    expect(asked()).toBe('a')
    await clock.advance(50_000)
    await call
  })

  it('is not sent to the next list of URLs before the first list has failed', async () => {
    const lists = [['https://a.example/'], ['https://b.example/']]
    const { replies, ask, within, asked, clock } = world({ lists })
    Object.assign(replies, { a: hung, b: says('fine') })
    const read = ask('eth_call')
    await clock.advance(9999)
    expect(asked()).toBe('a')
    // After a failure, the next list is asked as usual.
    expect(await within(1, read)).toBe('fine')
  })

  it('stays at one URL if hedging is off, and is sent to a second URL after the time that the host sets', async () => {
    const off = world({ hedge: false })
    Object.assign(off.replies, { a: hung, b: says('fine') })
    const read = off.ask('eth_call')
    await off.clock.advance(9999)
    expect(off.asked()).toBe('a')
    await off.within(1, read)

    const quick = world({ hedge: 300 })
    Object.assign(quick.replies, { a: hung, b: says('fine') })
    expect(await quick.within(300, quick.ask('eth_call'))).toBe('fine')
  })

  it('ends at both URLs when the caller aborts', async () => {
    const { replies, pool, clock, aborted } = world()
    Object.assign(replies, { a: hung, b: hung })
    const controller = new AbortController()
    const read = failure(pool.request({ method: 'eth_call' }, { signal: controller.signal }))
    await clock.advance(2000)
    controller.abort()
    expect(await read).toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => [...aborted].sort(), { message: 'both requests are aborted' }).toEqual(['a', 'b'])
    expect(clock.pending).toBe(0)
  })

  it('aborts the hung request, even if the same request also asked for the network', async () => {
    const identity = { call: { method: 'eth_chainId' }, matches: () => true, expected: 'eip155:1' }
    const { replies, ask, within, aborted } = world({ identity })
    Object.assign(replies, { a: hung, b: says('fine') })
    expect(await within(1500, ask('eth_call'))).toBe('fine')
    expect(aborted).toEqual(['a'])
  })
})

describe('a call that may not be sent to two URLs', () => {
  const identity = { call: { method: 'eth_chainId' }, matches: () => true, expected: 'eip155:1' }
  const at = (posts: readonly (readonly { readonly method: string }[])[]) =>
    posts.map((calls) => calls.map(({ method }) => method).join())

  it.each(['eth_getTransactionCount', 'state_getMetadata'])(
    'goes to another URL, which first proves which network it serves, if the first URL is new and sends nothing for 1.5 s: %s',
    async (method) => {
      const { replies, ask, within, asked, posts, aborted } = world({ identity })
      Object.assign(replies, { a: hung, b: says('fine') })
      expect(await within(1500, ask(method))).toBe('fine')
      expect(at(posts)).toEqual([`eth_chainId,${method}`, 'eth_chainId', method])
      expect(asked()).toBe('abb')
      expect(aborted).toEqual(['a'])
      expect(await within(0, ask(method, 'later'))).toBe('fine')
      expect(asked()).toBe('abbb')
    },
  )

  it.each(['eth_sendTransaction', 'eth_sendRawTransaction'])(
    'is sent only once, to the URL that proves which network it serves, if the call changes state: %s',
    async (method) => {
      const { replies, ask, within, posts } = world({ identity })
      Object.assign(replies, { a: hung, b: says('fine') })
      expect(await within(1500, ask(method))).toBe('fine')
      expect(at(posts)).toEqual(['eth_chainId', 'eth_chainId', method])
    },
  )

  it('waits for a new URL whose response has begun', async () => {
    const { replies, ask, clock, asked, after } = world({ identity })
    const slowBody: Reply = (calls) =>
      new Response(
        new ReadableStream({
          start(body) {
            const send = () => {
              body.enqueue(new TextEncoder().encode(JSON.stringify(answers(calls, () => 'from a'))))
              body.close()
            }
            after(5000, send)
          },
        }),
      )
    Object.assign(replies, { a: slowBody, b: says('fine') })
    const read = ask('state_getMetadata')
    await clock.advance(5000)
    expect(await read).toBe('from a')
    expect(asked()).toBe('a')
  })

  it('leaves a new URL that sends nothing, even if the other URL lacks the method', async () => {
    const { replies, ask, within, asked } = world({ identity })
    const lacks: Reply = (calls) => {
      const found = calls.map(({ id, method }) =>
        method === 'eth_chainId'
          ? { jsonrpc: '2.0', id, result: 'fine' }
          : { jsonrpc: '2.0', id, error: { code: -32601, message: 'the method does not exist' } },
      )
      return found.length > 1 ? found : found[0]
    }
    Object.assign(replies, { a: lacks, b: hung })
    for (const [ms, requests] of [
      [1500, 'ab'],
      // The silent URL rests.
      [0, 'aba'],
    ] as const) {
      const error = await within(ms, failure(ask('eth_simulateV1', requests)))
      expect(error).toMatchObject({ code: 'rpc/method-unsupported' })
      expect(asked()).toBe(requests)
    }
  })
})
