import { describe, expect, it } from 'vitest'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never, type WireCall } from '../../support/loopback.ts'
import { type Reply, batchRefusals as refusals, rpcError } from '../../support/quirks.ts'
import { manualRpcPool } from '../../support/rpc.ts'

const urls = ['https://a.example/']
const param = ({ params }: WireCall) => params[0]
const range = (count: number) => Array.from({ length: count }, (_, index) => index)
/** Returns an endpoint that answers batches of more than `limit` calls with `refuse`. */
function limited(limit: number, refuse: Reply) {
  let inFlight = 0
  let most = 0
  const node = fakeEndpoint(async (calls, at) => {
    inFlight++
    most = Math.max(most, inFlight)
    await null
    inFlight--
    return calls.length > limit ? refuse(calls, at) : answers(calls, param)
  })
  return { ...node, most: () => most }
}

async function readAll(node: ReturnType<typeof limited>, count: number) {
  const { ask, within } = manualRpcPool(node.fetch, { urls })
  const results = await within(0, Promise.all(range(count).map((index) => ask('eth_call', index))))
  expect(results).toEqual(range(count))
  return node.posts.length
}

describe('a batch that is refused as a whole', () => {
  const sizes = [
    [63, 20],
    [63, 62],
    [1000, 100],
    [1000, 7],
    [100, 3],
    [50, 2],
    [3, 2],
  ] as const

  describe.each(Object.entries(refusals))('by %s', (_, refuse) => {
    it.each(sizes)('costs few requests for %i calls if the limit is %i', async (count, limit) => {
      const budget = 2 + Math.ceil(Math.log2(count / limit)) + Math.ceil((2 * count) / limit)
      expect(await readAll(limited(limit, refuse), count)).toBeLessThanOrEqual(budget)
    })

    it.each([2, 3, 4, 63, 300])(
      'costs n + 2 requests for n = %i calls if the endpoint accepts no batches',
      async (count) => {
        const node = limited(1, refuse)
        expect(await readAll(node, count)).toBeLessThanOrEqual(count + 2)
        expect(node.most()).toBeLessThanOrEqual(6)
      },
    )
  })

  it.each<[string, Reply]>([
    [
      'in an error of jsonrpsee',
      () => rpcError(-32010, 'The batch request was too large', 'Exceeded max limit of 20'),
    ],
    ['in an error of a gateway', () => new Response('{"error":"maximum batch size is 20"}', { status: 400 })],
    [
      'in an error that also names the size of the batch',
      () => rpcError(-32600, 'batch of 63 exceeds the limit of 20'),
    ],
    ['in a plain text', () => new Response('Batch limit: 20.', { status: 403 })],
  ])('costs 2 + n / limit requests if the endpoint states the limit %s', async (_, refuse) => {
    const node = limited(20, refuse)
    expect(await readAll(node, 63)).toBeLessThanOrEqual(2 + Math.ceil(63 / 20))
  })

  it.each<[string, Reply]>([
    ['in an error of jsonrpsee', () => rpcError(-32005, 'Batched requests are not supported by this server')],
    ['in an error of a gateway', () => rpcError(-32600, 'batch requests are disabled')],
  ])('costs n + 2 requests if the endpoint says %s that it accepts no batches', async (_, refuse) => {
    const node = limited(1, refuse)
    expect(await readAll(node, 63)).toBeLessThanOrEqual(65)
    expect(node.most()).toBe(6)
  })

  it('is sent again one chunk at a time until a chunk succeeds', async () => {
    let open = 0
    let succeeded = false
    const node = limited(20, refusals['HTTP 500 with a text'] as Reply)
    const { ask, within } = manualRpcPool(
      async (input, init) => {
        open++
        if (node.posts.length > 1 && !succeeded) expect(open).toBe(1)
        const response = await node.fetch(input, init)
        if ((node.posts.at(-1)?.length ?? 0) > 2 && response.ok) succeeded = true
        open--
        return response
      },
      { urls },
    )
    await within(0, Promise.all(range(500).map((index) => ask('eth_call', index))))
    expect(succeeded).toBe(true)
  })

  it('makes the pool remember the limit for 5 minutes', async () => {
    const node = limited(20, refusals['HTTP 400 with a text'] as Reply)
    const first = manualRpcPool(node.fetch, { urls })
    const health = new Map()
    const round = async () => {
      const before = node.posts.length
      const { ask, pool } = manualRpcPool(node.fetch, { urls, health, clock: first.clock })
      const results = Promise.all(range(63).map((index) => ask('eth_call', index)))
      await first.within(0, results)
      pool.dispose()
      return node.posts.slice(before).map((calls) => calls.length)
    }
    expect(await round()).toEqual([63, 1, 2, 31, 15, 15, 15, 15])
    expect(await round()).toEqual([15, 15, 15, 15, 3])
    await first.clock.advance(300_000)
    expect((await round())[0]).toBe(63)
  })

  it('fails if the endpoint also refuses its first call, sent alone', async () => {
    let broken = true
    const node = fakeEndpoint((calls) =>
      broken ? new Response('no', { status: 403 }) : answers(calls, param),
    )
    const { ask, within } = manualRpcPool(node.fetch, { urls, retries: 0 })
    const reads = () => range(63).map((index) => ask('eth_call', index))
    const errors = await within(0, Promise.all(reads().map((read) => failure(read))))
    expect(errors.every(({ status }) => status === 403)).toBe(true)
    expect(node.posts.map((calls) => calls.length)).toEqual([63, 1])
    broken = false
    await within(0, Promise.all(reads()))
    expect(node.posts.map((calls) => calls.length)).toEqual([63, 1, 63])
  })

  it.each([
    [2, 'the pool looks for the limit', 63],
    [4, 'the endpoint accepts no batches', 40],
  ])(
    'lets all calls move to the next endpoint if the first one hangs after %i requests (%s)',
    async (after, _, count) => {
      const node = fakeEndpoint((calls, { url, signal }) => {
        if (url.startsWith('https://b.example/')) return answers(calls, param)
        const asked = node.urls.filter((each) => each.startsWith('https://a.example/')).length
        if (asked > after) return never(signal)
        return calls.length > 1 ? new Response('no', { status: 400 }) : answers(calls, param)
      })
      const { ask, clock, within } = manualRpcPool(node.fetch, { hedge: false })
      const first = range(count).map((index) => ask('eth_call', index))
      await clock.advance(5000)
      const later = range(count).map((index) => ask('eth_call', count + index))
      // No call waits for more than two time limits.
      expect(await within(15_000, Promise.all([...first, ...later]))).toEqual(range(2 * count))
    },
  )

  it('lets all calls move to the next endpoint while some callers abort', async () => {
    let hangs = false
    const node = fakeEndpoint((calls, { url, signal }) => {
      if (url.startsWith('https://b.example/')) return answers(calls, param)
      if (hangs) return never(signal)
      return calls.length > 1 ? new Response('no', { status: 400 }) : answers(calls, param)
    })
    const { ask, pool, clock, within } = manualRpcPool(node.fetch, { hedge: false })
    await within(0, Promise.all(range(10).map((index) => ask('eth_call', index))))
    hangs = true
    const callers = range(40).map(() => new AbortController())
    const reads = Promise.allSettled(
      callers.map(({ signal }, index) =>
        pool.request({ method: 'eth_call', params: [40 + index] }, { signal }),
      ),
    )
    for (const caller of callers.slice(4, 9)) {
      await clock.advance(1500)
      caller.abort()
    }
    // No call waits for more than two time limits.
    const results = await within(12_500, reads)
    expect(results.filter(({ status }) => status === 'fulfilled').length).toBe(35)
  })

  it('succeeds for the other calls if the caller of one call aborts', async () => {
    const controller = new AbortController()
    const node = fakeEndpoint((calls, { index, signal }) => {
      if (index === 0) return new Response('no', { status: 400 })
      if (index === 1) {
        controller.abort()
        signal.throwIfAborted()
      }
      return answers(calls, param)
    })
    const { ask, pool, within } = manualRpcPool(node.fetch, { urls })
    const left = failure(pool.request({ method: 'eth_call', params: [-1] }, { signal: controller.signal }))
    const others = Promise.all(range(5).map((index) => ask('eth_call', index)))
    expect(await within(0, left)).toMatchObject({ code: 'flow/aborted' })
    expect(await within(0, others)).toEqual(range(5))
  })
})

describe('a batch whose answers are too large together', () => {
  it('is completed by requests for the calls that geth refuses with -32003', async () => {
    const node = fakeEndpoint((calls) => {
      const all = calls.map((call, index) =>
        index < 10
          ? { jsonrpc: '2.0', id: call.id, result: param(call) }
          : { jsonrpc: '2.0', id: call.id, error: { code: -32003, message: 'response too large' } },
      )
      return all.length === 1 ? all[0] : all
    })
    const { ask, within } = manualRpcPool(node.fetch, { urls })
    const results = await within(0, Promise.all(range(35).map((index) => ask('eth_call', index))))
    expect(results).toEqual(range(35))
    expect(node.posts.map((calls) => calls.length)).toEqual([35, 10, 10, 5])
  })
})

describe('calls that fail together', () => {
  const failures: Readonly<Record<string, Reply>> = {
    'HTTP 429': () => new Response('', { status: 429 }),
    'HTTP 503': () => new Response('', { status: 503 }),
    'HTTP 522': () => new Response('<html>', { status: 522 }),
    'a rate limit': () => rpcError(-32005, 'rate limit'),
    'a rate limit of each call': (calls) => calls.map(({ id }) => ({ ...rpcError(-32005, 'slow down'), id })),
    'a cut body': () => new Response('[{"jsonrpc":"2.0","id":1,"resu'),
    'a lost connection': () => {
      throw new TypeError('Failed to fetch')
    },
  }
  // HTTP 522 isn't retried at the same URL.
  it.each(Object.entries(failures).filter(([name]) => name !== 'HTTP 522'))(
    'wait together and are sent again as one batch after %s',
    async (_, reply) => {
      const node = fakeEndpoint((calls, at) => (at.index < 2 ? reply(calls, at) : answers(calls, param)))
      const { ask, within } = manualRpcPool(node.fetch, { urls })
      const results = await within(450, Promise.all(range(63).map((index) => ask('eth_call', index))))
      expect(results).toEqual(range(63))
      expect(node.posts.map((calls) => calls.length)).toEqual([63, 63, 63])
    },
  )

  it.each(Object.entries(failures))('are sent to the next URL as one batch after %s', async (_, reply) => {
    const node = fakeEndpoint((calls, at) =>
      at.url.includes('a.example') ? reply(calls, at) : answers(calls, param),
    )
    const { ask, within } = manualRpcPool(node.fetch)
    const results = await within(0, Promise.all(range(63).map((index) => ask('eth_call', index))))
    expect(results).toEqual(range(63))
    expect(node.posts.map((calls) => calls.length)).toEqual([63, 63])
  })

  it('are sent again in chunks of the size that the endpoint accepts', async () => {
    const node = fakeEndpoint((calls, { index }) => {
      if (calls.length > 20) return new Response('batch limit is 20', { status: 400 })
      return index < 3 ? new Response('', { status: 429 }) : answers(calls, param)
    })
    const { ask, within } = manualRpcPool(node.fetch, { urls })
    await within(1050, Promise.all(range(60).map((index) => ask('eth_call', index))))
    expect(node.posts.map((calls) => calls.length)).toEqual([60, 20, 20, 20, 20, 20])
  })
})
