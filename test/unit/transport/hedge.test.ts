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
  it('is sent to a second URL', async () => {
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

  it('makes the next reads start at the second URL', async () => {
    const { replies, ask, within, asked } = world()
    Object.assign(replies, { a: hung, b: says('fine') })
    await within(1500, ask('eth_call', 1))
    for (let each = 2; each < 10; each++) expect(await within(0, ask('eth_call', each))).toBe('fine')
    expect(asked()).toBe('abbbbbbbbb')
  })

  it('keeps the next reads at the second URL after a late answer of the first URL', async () => {
    const { replies, ask, within, asked, after } = world()
    Object.assign(replies, { a: slow(3000, says('late'), after), b: says('fine') })
    // This read is part of a payment, so it waits for the first URL.
    const alone = ask('eth_getTransactionCount')
    expect(await within(1500, ask('eth_call', 1))).toBe('fine')
    expect(await within(1500, alone)).toBe('late')
    for (let each = 2; each < 5; each++) expect(await within(0, ask('eth_call', each))).toBe('fine')
    expect(asked().replaceAll('a', '')).toBe('bbbb')
  })

  it('accepts a late answer of the first URL', async () => {
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

  it('goes to a third URL only after the first and the second URL have failed', async () => {
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

  it('is sent to a second URL rarely: the first time, then in one case of ten', async () => {
    const { replies, ask, within, urls, after } = world()
    // The first URL always answers first, so it never rests.
    Object.assign(replies, { a: slow(1600, says('slow'), after), b: hung })
    for (let each = 0; each < 20; each++) await within(1600, ask('eth_call', each))
    expect(urls.filter((url) => name(url) === 'a')).toHaveLength(20)
    expect(urls.filter((url) => name(url) === 'b')).toHaveLength(1 + 2)
  })

  it('moves to the second URL with all reads that wait at the first URL', async () => {
    const { replies, ask, within, posts } = world()
    const honest: Reply = (calls) => answers(calls, ({ params }) => params[0])
    Object.assign(replies, { a: hung, b: honest })
    const reads = Array.from({ length: 63 }, (_, index) => ask('eth_call', index))
    expect(await within(1500, Promise.all(reads))).toEqual(reads.map((_, index) => index))
    // All 63 calls go to the first URL. Then a tenth of them tries the second URL, and the rest follows.
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

  it('goes to the next list of URLs only after the first list has failed', async () => {
    const lists = [['https://a.example/'], ['https://b.example/']]
    const { replies, ask, within, asked, clock } = world({ lists })
    Object.assign(replies, { a: hung, b: says('fine') })
    const read = ask('eth_call')
    await clock.advance(9999)
    expect(asked()).toBe('a')
    // The first list fails after 10 s, so the next list is asked.
    expect(await within(1, read)).toBe('fine')
  })

  it('obeys the option hedge: false forbids the second URL, 300 asks it after 300 ms', async () => {
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

  it('is aborted at both URLs when the caller aborts', async () => {
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

  it('is aborted at the first URL, even in a batch that also asks for the network', async () => {
    const identity = { call: { method: 'eth_chainId' }, matches: () => true, expected: 'eip155:1' }
    const { replies, ask, within, aborted } = world({ identity })
    Object.assign(replies, { a: hung, b: says('fine') })
    expect(await within(1500, ask('eth_call'))).toBe('fine')
    expect(aborted).toEqual(['a'])
  })
})

describe('a call that usually stays at one URL', () => {
  const identity = { call: { method: 'eth_chainId' }, matches: () => true, expected: 'eip155:1' }
  const at = (posts: readonly (readonly { readonly method: string }[])[]) =>
    posts.map((calls) => calls.map(({ method }) => method).join())

  it.each(['eth_getTransactionCount', 'state_getMetadata'])(
    'goes to a second URL if the first URL has never answered: %s',
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
    'goes only to the URL that proves which network it serves: %s',
    async (method) => {
      const { replies, ask, within, posts } = world({ identity })
      Object.assign(replies, { a: hung, b: says('fine') })
      expect(await within(1500, ask(method))).toBe('fine')
      expect(at(posts)).toEqual(['eth_chainId', 'eth_chainId', method])
    },
  )

  it.each<[string, Reply]>([
    [
      'lacks the method',
      ([call]) => ({
        jsonrpc: '2.0',
        id: call?.id,
        error: { code: -32601, message: 'the method does not exist' },
      }),
    ],
    ['answers 503', () => new Response('', { status: 503 })],
  ])('goes to the second URL if the first URL proves its network first, but then %s', async (_, refusal) => {
    const { replies, ask, within, posts, aborted, after } = world({ identity })
    const proof = says('fine')
    let proofs = 0
    Object.assign(replies, {
      a: ((calls, at) =>
        calls[0]?.method === 'eth_chainId'
          ? slow(1600, proof, after)(calls, at)
          : refusal(calls, at)) as Reply,
      b: ((calls, at) =>
        calls[0]?.method === 'eth_chainId' && proofs++ === 0
          ? slow(2000, proof, after)(calls, at)
          : proof(calls, at)) as Reply,
    })
    const method = 'eth_sendRawTransaction'
    expect(await within(1600, ask(method))).toBe('fine')
    expect(aborted).toEqual(['b'])
    expect(at(posts)).toEqual(['eth_chainId', 'eth_chainId', method, 'eth_chainId', method])
  })

  it('waits for the first URL if its response has begun', async () => {
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

  it('gives up on a silent second URL if the first URL lacks the method', async () => {
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
      // The silent URL rests, so only the first URL is asked.
      [0, 'aba'],
    ] as const) {
      const error = await within(ms, failure(ask('eth_simulateV1', requests)))
      expect(error).toMatchObject({ code: 'rpc/method-unsupported' })
      expect(asked()).toBe(requests)
    }
  })
})
