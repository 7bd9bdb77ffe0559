import { describe, expect, it } from 'vitest'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never, type WireCall } from '../../support/loopback.ts'
import { rpcPool } from '../../support/rpc.ts'

const echo = ({ method, params }: WireCall) => `${method}:${params.join()}`
const honest = () => fakeEndpoint((calls) => answers(calls, echo))
const asList = (calls: readonly WireCall[]) => [answers(calls, echo)].flat() as { id: number }[]
const range = (count: number) => Array.from({ length: count }, (_, index) => index)

describe('equal RPC reads', () => {
  it('share one request when 1,000 are in flight', async () => {
    const node = honest()
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all(range(1000).map(() => ask('eth_getBalance', '0x1', 'latest')))
    expect(new Set(results)).toEqual(new Set(['eth_getBalance:0x1,latest']))
    expect(node.posts).toHaveLength(1)
    expect(node.posts[0]).toHaveLength(1)
  })

  it('cause a new request after an answer or a failure', async () => {
    const node = fakeEndpoint((calls, { index }) =>
      index === 0 ? new Response('', { status: 404 }) : answers(calls, echo),
    )
    const { ask } = rpcPool(node.fetch)
    const failed = await Promise.all([failure(ask('eth_chainId')), failure(ask('eth_chainId'))])
    expect(failed).toMatchObject([{ status: 404 }, { status: 404 }])
    expect(await ask('eth_chainId')).toBe('eth_chainId:')
    expect(await ask('eth_chainId')).toBe('eth_chainId:')
    expect(node.posts).toHaveLength(3)
  })

  it.each(['eth_newFilter', 'eth_newBlockFilter', 'eth_newPendingTransactionFilter', 'eth_getFilterChanges'])(
    'of %s get an answer each, because no two callers can use the same answer',
    async (method) => {
      let answered = 0
      const node = fakeEndpoint((calls) => answers(calls, () => `0x${++answered}`))
      const { ask } = rpcPool(node.fetch)
      expect(await Promise.all([ask(method, '0x1'), ask(method, '0x1')])).toEqual(['0x1', '0x2'])
    },
  )

  it('have the same method and the same parameters', async () => {
    const node = honest()
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all([ask('eth_call', 'a'), ask('eth_call', 'b'), ask('eth_getCode', 'a')])
    expect(results).toEqual(['eth_call:a', 'eth_call:b', 'eth_getCode:a'])
    expect(node.posts[0]).toHaveLength(3)
  })

  it('go on when one of their callers aborts', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => {
      release = resolve
    })
    const node = fakeEndpoint(async (calls) => {
      await gate
      return answers(calls, echo)
    })
    const { pool } = rpcPool(node.fetch)
    const controller = new AbortController()
    const leaving = failure(pool.request({ method: 'eth_chainId' }, { signal: controller.signal }))
    const staying = pool.request({ method: 'eth_chainId' }, { signal: new AbortController().signal })
    controller.abort()
    expect(await leaving).toMatchObject({ code: 'flow/aborted' })
    release()
    expect(await staying).toBe('eth_chainId:')
    expect(node.posts).toHaveLength(1)
  })

  it('are aborted when the last caller aborts', async () => {
    let aborted = 0
    const node = fakeEndpoint((calls, { index, signal }) => {
      signal.addEventListener('abort', () => aborted++)
      return index === 0 ? never(signal) : answers(calls, echo)
    })
    const { pool } = rpcPool(node.fetch)
    const [one, two] = [new AbortController(), new AbortController()]
    const calls = [one, two].map(({ signal }) => failure(pool.request({ method: 'eth_chainId' }, { signal })))
    await expect.poll(() => node.posts.length, { message: 'the request is under way' }).toBe(1)
    one.abort()
    expect(await calls[0]).toMatchObject({ code: 'flow/aborted' })
    expect(aborted).toBe(0)
    two.abort()
    expect(await calls[1]).toMatchObject({ code: 'flow/aborted' })
    expect(await pool.request({ method: 'eth_chainId' })).toBe('eth_chainId:')
    expect(aborted).toBe(1)
  })

  it('share a request while at most 8,192 different requests are in flight', async () => {
    const node = honest()
    const { ask } = rpcPool(node.fetch)
    const all = range(8200).map((index) => ask('eth_call', index))
    const again = [0, 8191, 8192].map((index) => ask('eth_call', index))
    expect((await Promise.all(all)).every((result, index) => result === `eth_call:${index}`)).toBe(true)
    expect(await Promise.all(again)).toEqual(['eth_call:0', 'eth_call:8191', 'eth_call:8192'])
    // Of the three repeated reads, only the last exceeds the limit and is sent twice.
    expect(node.posts.flat()).toHaveLength(8201)
  })
})

describe('RPC reads of one turn of the event loop', () => {
  it.each([
    [1, [1]],
    [2, [2]],
    [1000, [1000]],
    [1001, [1000, 1]],
    [2500, [1000, 1000, 500]],
  ])('are sent as batches: %i calls become %j', async (count, sizes) => {
    const node = honest()
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all(range(count).map((index) => ask('eth_call', index)))
    expect(results).toEqual(range(count).map((index) => `eth_call:${index}`))
    expect(node.posts.map((calls) => calls.length)).toEqual(sizes)
  })

  it('are sent as an object if there is only one read', async () => {
    const bodies: string[] = []
    const { ask } = rpcPool(async (_, init) => {
      bodies.push(String(init?.body))
      return Response.json({ jsonrpc: '2.0', id: 1, result: 1 })
    })
    await ask('eth_chainId')
    expect(bodies).toEqual(['{"jsonrpc":"2.0","id":1,"method":"eth_chainId","params":[]}'])
  })

  it('each get their own answer, in whatever order the answers come', async () => {
    const node = fakeEndpoint((calls) =>
      asList(calls)
        .reverse()
        .map((answer, index) => (index % 2 ? answer : { ...answer, id: String(answer.id) })),
    )
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all(range(10).map((index) => ask('eth_call', index)))
    expect(results).toEqual(range(10).map((index) => `eth_call:${index}`))
    expect(node.posts).toHaveLength(1)
  })

  it('ignore answers with a repeated or unknown id', async () => {
    const node = fakeEndpoint((calls) => {
      const [a, , c, d] = asList(calls)
      const foreign = { jsonrpc: '2.0', id: 99_999, result: 'foreign' }
      const failed = { jsonrpc: '2.0', id: d!.id, error: { code: -32602, message: 'bad' } }
      return [foreign, c, failed, a, { ...a, result: 'doubled' }, null, 7, { ...foreign, id: null }]
    })
    const { ask } = rpcPool(node.fetch, { retries: 0 })
    const settled = await Promise.allSettled(['a', 'b', 'c', 'd'].map((name) => ask('eth_call', name)))
    expect(settled).toMatchObject([
      { value: 'eth_call:a' },
      { reason: { code: 'rpc/invalid-response' } },
      { value: 'eth_call:c' },
      { reason: { code: 'rpc/invalid-params' } },
    ])
  })

  it('are sent again alone if the batch brings no answer to them', async () => {
    const node = fakeEndpoint((calls, { index }) =>
      index === 0 ? asList(calls).slice(1) : answers(calls, echo),
    )
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all(['a', 'b', 'c'].map((name) => ask('eth_call', name)))
    expect(results).toEqual(['eth_call:a', 'eth_call:b', 'eth_call:c'])
    expect(node.posts.map((calls) => calls.length)).toEqual([3, 1])
  })

  it.each([
    ['HTTP 413', () => new Response('too large', { status: 413 })],
    ['one error', () => ({ jsonrpc: '2.0', id: null, error: { code: -32600, message: 'batch too large' } })],
    [
      'one error under HTTP 400',
      () => Response.json({ jsonrpc: '2.0', id: null, error: { code: 1 } }, { status: 400 }),
    ],
  ])('are sent in smaller batches after %s', async (_, refuse) => {
    const node = fakeEndpoint((calls) => (calls.length > 20 ? refuse() : answers(calls, echo)))
    const { ask } = rpcPool(node.fetch)
    const round = async () => {
      const results = await Promise.all(range(150).map((index) => ask('eth_call', index)))
      expect(results).toEqual(range(150).map((index) => `eth_call:${index}`))
      return node.posts.length
    }
    // The first five batches have 150, 1, 2, 75 and 37 calls. Then there are 9 batches of up to 18 calls.
    expect(await round()).toBe(5 + 9)
    expect(await round()).toBe(14 + 9)
  })

  it('are sent one by one to an endpoint without batch support', async () => {
    const node = fakeEndpoint((calls) =>
      calls.length > 1
        ? { jsonrpc: '2.0', id: null, error: { code: -32600, message: 'no batches' } }
        : answers(calls, echo),
    )
    const { ask } = rpcPool(node.fetch)
    const results = await Promise.all(range(300).map((index) => ask('eth_call', index)))
    expect(results).toEqual(range(300).map((index) => `eth_call:${index}`))
    expect(node.posts).toHaveLength(1 + 300)
  })

  it('all fail if the endpoint refuses even a single call', async () => {
    const node = fakeEndpoint(() => new Response('', { status: 413 }))
    const { ask } = rpcPool(node.fetch, { retries: 0 })
    const errors = await Promise.all(['a', 'b', 'c'].map((name) => failure(ask('eth_call', name))))
    expect(errors).toMatchObject([{ status: 413 }, { status: 413 }, { status: 413 }])
    expect(node.posts.map((calls) => calls.length)).toEqual([3, 1])
  })

  it('all fail after one more call if the URL answers 404', async () => {
    const node = fakeEndpoint(() =>
      Response.json(
        { jsonrpc: '2.0', id: null, error: { code: -32603, message: 'not found' } },
        { status: 404 },
      ),
    )
    const { ask } = rpcPool(node.fetch)
    const errors = await Promise.all(['a', 'b', 'c'].map((name) => failure(ask('eth_call', name))))
    expect(errors).toMatchObject(Array(3).fill({ code: 'rpc/internal', details: 'not found' }))
    expect(node.posts.map((calls) => calls.length)).toEqual([3, 1])
  })

  it('all fail after a rate limit, without smaller batches', async () => {
    const node = fakeEndpoint(() => ({
      jsonrpc: '2.0',
      id: null,
      error: { code: -32005, message: 'slow down' },
    }))
    const { ask } = rpcPool(node.fetch, { retries: 0 })
    const errors = await Promise.all(['a', 'b'].map((name) => failure(ask('eth_call', name))))
    expect(errors).toMatchObject([{ code: 'rpc/limit-exceeded' }, { code: 'rpc/limit-exceeded' }])
    expect(node.posts).toHaveLength(1)
  })

  it('go on when the caller of one of them aborts', async () => {
    let answer = () => {}
    const gate = new Promise<void>((resolve) => (answer = resolve))
    const node = fakeEndpoint(async (calls, { signal }) => {
      await gate
      signal.throwIfAborted()
      return answers(calls, echo)
    })
    const { pool } = rpcPool(node.fetch)
    const controller = new AbortController()
    const call = (name: string, signal?: AbortSignal) =>
      pool.request({ method: 'eth_call', params: [name] }, { signal })
    const early = failure(call('a', AbortSignal.abort()))
    const kept = call('b')
    const late = failure(call('c', controller.signal))
    expect(await early).toMatchObject({ code: 'flow/aborted' })
    await expect.poll(() => node.posts.length, { message: 'the batch is under way' }).toBe(1)
    controller.abort()
    expect(await late).toMatchObject({ code: 'flow/aborted' })
    answer()
    expect(await kept).toBe('eth_call:b')
    expect(node.posts.flat().map(({ params }) => params[0])).toEqual(['b', 'c'])
  })

  it("leave no listener on the caller's signal", async () => {
    const node = honest()
    const { pool } = rpcPool(node.fetch)
    const { signal } = new AbortController()
    let listeners = 0
    const { addEventListener, removeEventListener } = signal
    signal.addEventListener = (...args: Parameters<typeof addEventListener>) => {
      listeners++
      addEventListener.apply(signal, args)
    }
    signal.removeEventListener = (...args: Parameters<typeof removeEventListener>) => {
      listeners--
      removeEventListener.apply(signal, args)
    }
    await Promise.all(
      range(10).map((index) => pool.request({ method: 'eth_call', params: [index] }, { signal })),
    )
    expect(listeners).toBe(0)
  })
})
