import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { healthIn } from '../../../src/transport/endpoint-health.ts'
import { failure } from '../../support/http.ts'
import { answers, fakeEndpoint, never } from '../../support/loopback.ts'
import { brokenEndpoints, type Reply } from '../../support/quirks.ts'
import { manualRpcPool } from '../../support/rpc.ts'

const name = (url: string) => new URL(url).hostname[0] as string
const fine: Reply = (calls) => answers(calls, () => 'fine')
const busy =
  (headers: Record<string, string>): Reply =>
  () =>
    new Response('', { status: 429, headers })

/** Returns fake endpoints a, b and c. A test can change their replies. */
function endpoints(replies: Record<string, Reply>) {
  const node = fakeEndpoint((calls, { url, signal, index }) => {
    const reply = replies[name(url)]
    if (!reply) throw new Error(`not expected: ${url}`)
    return reply(calls, { signal, index })
  })
  return { ...node, replies, asked: () => node.urls.map(name).join('') }
}

/** While an endpoint rests, the pool asks the other endpoints instead. */
describe('an endpoint that fails', () => {
  it('no longer counts as silent after it answers with an error', () => {
    const health = healthIn(new Map(), 'https://a.example', { now: () => 0 })
    health.failed(latchkeyError('http/timeout'))
    expect(health.isSilent()).toBe(true)
    health.failed(latchkeyError('rpc/invalid-request'))
    expect(health.isSilent()).toBe(false)
  })

  it.each(
    ['unreachable', 'HTTP 403', 'HTTP 503', 'a page with status 200', 'nonsense', 'busy (429)'].map(
      (quirk) => [quirk, brokenEndpoints[quirk] as Reply] as const,
    ),
  )('rests if another endpoint works: %s', async (_, reply) => {
    const node = endpoints({ a: reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    expect(await within(0, ask('eth_call'))).toBe('fine')
    expect(node.asked()).toBe('ab')
    await clock.advance(9000)
    expect(await within(0, ask('eth_call'))).toBe('fine')
    expect(node.asked()).toBe('abb')
  })

  it('does not rest if it answered with an error about the call', async () => {
    const node = endpoints({
      a: ([call]) => ({ jsonrpc: '2.0', id: call?.id, error: { code: -32601, message: 'unknown method' } }),
      b: fine,
    })
    const { ask, within } = manualRpcPool(node.fetch)
    await within(0, ask('eth_call'))
    await within(0, ask('eth_call'))
    expect(node.asked()).toBe('abab')
  })

  it.each<[string, Reply]>([
    ['a page', () => new Response('<h1>Bad request</h1>', { status: 400 })],
    ['a text', () => new Response('no', { status: 422 })],
    ['an error', ([call]) => ({ jsonrpc: '2.0', id: call?.id, error: { code: -32600, message: 'no' } })],
  ])('rests after it refuses two requests as invalid with %s', async (_, reply) => {
    const node = endpoints({ a: reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    for (let count = 0; count < 4; count++) expect(await within(0, ask('eth_call', count))).toBe('fine')
    expect(node.asked()).toBe('ababbb')
    await clock.advance(600_000)
    Object.assign(node.replies, { a: fine })
    for (let count = 0; count < 2; count++) await within(0, ask('eth_call'))
    expect(node.asked()).toBe('ababbbaa')
  })

  it.each([
    [-32005, 'query returned more than 10000 results'],
    [-32005, 'Log response size exceeded. Please reduce query block range.'],
    [-32602, 'range 1000000 exceeds limit of 10000'],
  ])('does not rest if it refuses a call that asks for too much: %i %s', async (code, message) => {
    const node = endpoints({
      a: ([call]) => ({ jsonrpc: '2.0', id: call?.id, error: { code, message } }),
      b: fine,
    })
    const { ask, within } = manualRpcPool(node.fetch)
    expect(await within(0, ask('eth_getLogs'))).toBe('fine')
    expect(await within(0, ask('eth_getLogs'))).toBe('fine')
    expect(node.asked()).toBe('abab')
    // The pool doesn't repeat the request, because both endpoints would refuse it again.
    node.replies.b = node.replies.a!
    await expect(within(0, ask('eth_getLogs'))).rejects.toMatchObject({ details: message })
    expect(node.asked()).toBe('ababab')
  })

  it('does not rest if it refuses a request as invalid only now and then', async () => {
    const invalid: Reply = () => new Response('no', { status: 400 })
    const node = endpoints({ a: invalid, b: invalid })
    const { ask, within } = manualRpcPool(node.fetch)
    for (let count = 0; count < 3; count++) await within(0, failure(ask('eth_call', count)))
    expect(node.asked()).toBe('ababab')
    for (let count = 0; count < 3; count++) {
      Object.assign(node.replies, { a: invalid, b: fine })
      await within(0, ask('eth_call'))
      Object.assign(node.replies, { a: fine })
      await within(0, ask('eth_call'))
    }
    expect(node.asked()).toBe('abababab' + 'aabaaba')
  })

  it('is asked during its rest if the other endpoints lack the needed data', async () => {
    const pruned: Reply = ([call]) => ({
      jsonrpc: '2.0',
      id: call?.id,
      error: { code: -32000, message: 'missing trie node' },
    })
    const node = endpoints({ a: brokenEndpoints['HTTP 503'] as Reply, b: fine })
    const { ask, within } = manualRpcPool(node.fetch)
    await within(0, ask('eth_call', 1))
    Object.assign(node.replies, { a: fine, b: pruned })
    expect(await within(0, ask('eth_call', 2))).toBe('fine')
    expect(node.asked()).toBe('abba')
  })

  it('gets the waiting calls even if it asks for a second pause', async () => {
    const late: (() => void)[] = []
    const named = () => new Response('', { status: 429, headers: { 'retry-after': '2' } })
    const node = fakeEndpoint((calls) =>
      node.posts.length > 2
        ? answers(calls, () => 'fine')
        : new Promise<Response>((resolve) => {
            late.push(() => resolve(named()))
          }),
    )
    const { ask, clock, within } = manualRpcPool(node.fetch, { urls: ['https://a.example/'] })
    const first = ask('eth_call', 1)
    await clock.advance(10)
    const second = ask('eth_call', 2)
    await clock.advance(10)
    late[0]?.()
    await clock.advance(500)
    late[1]?.()
    expect(await within(6000, Promise.all([first, second]))).toEqual(['fine', 'fine'])
  })

  it('is tried after 10 s, then after pauses that double up to 5 minutes', async () => {
    const node = endpoints({ a: brokenEndpoints.unreachable as Reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    const tries: number[] = []
    let tried = 0
    const start = clock.now()
    for (let second = 0; second < 1300; second += 10) {
      await within(0, Promise.all([1, 2, 3].map((each) => ask('eth_call', each))))
      const now = node.urls.filter((url) => name(url) === 'a').length
      // The first batch has all three calls. After each rest, only one call tries endpoint a.
      if (now > tried) tries.push((clock.now() - start) / 1000)
      tried = now
      await clock.advance(10_000)
    }
    expect(tries).toEqual([0, 10, 30, 70, 150, 310, 610, 910, 1210])
    expect(
      node.posts.filter((calls, index) => name(node.urls[index] as string) === 'a' && calls.length > 1),
    ).toHaveLength(1)
  })

  it('is preferred again after it recovers', async () => {
    const node = endpoints({ a: brokenEndpoints['HTTP 503'] as Reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    await within(0, ask('eth_call'))
    node.replies.a = fine
    await clock.advance(10_000)
    await within(0, ask('eth_call'))
    await within(0, ask('eth_call'))
    expect(node.asked()).toBe('abaa')
  })

  it('counts as failed once when many calls fail together', async () => {
    const node = endpoints({ a: brokenEndpoints['HTTP 503'] as Reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    await within(0, Promise.all(Array.from({ length: 50 }, (_, index) => ask('eth_call', index))))
    await clock.advance(10_000)
    await within(0, ask('eth_call'))
    expect(node.asked()).toBe('abab')
  })

  it("keeps resting for the client's other pools after its pool is closed", async () => {
    const node = endpoints({ a: brokenEndpoints.unreachable as Reply, b: fine })
    const first = manualRpcPool(node.fetch)
    const health = new Map()
    const pools = [1, 2].map(() => manualRpcPool(node.fetch, { clock: first.clock, health }))
    expect(await pools[0]?.ask('eth_call')).toBe('fine')
    pools[0]?.pool.dispose()
    expect(await pools[1]?.ask('eth_call')).toBe('fine')
    expect(node.asked()).toBe('abb')
  })

  it('is asked first if all endpoints rest and its rest ends first', async () => {
    const node = endpoints({ a: brokenEndpoints.unreachable as Reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch, { retries: 0 })
    await within(0, ask('eth_call'))
    await clock.advance(5000)
    node.replies.b = brokenEndpoints.unreachable as Reply
    await within(0, failure(ask('eth_call')))
    expect(node.asked()).toBe('abba')
    node.replies.a = fine
    expect(await within(0, ask('eth_call'))).toBe('fine')
    expect(node.asked()).toBe('abbaa')
  })

  it('gets a state-changing call only if there is no other endpoint', async () => {
    const node = endpoints({ a: brokenEndpoints['HTTP 503'] as Reply, b: fine })
    const { ask, within } = manualRpcPool(node.fetch)
    await within(0, ask('eth_call'))
    expect(await within(0, ask('eth_sendTransaction'))).toBe('fine')
    expect(node.asked()).toBe('abb')
  })

  it.each(['eth_sendRawTransaction', 'eth_sendTransaction', 'eth_getTransactionCount'])(
    'is tried by eth_call, but not by %s, after it hung',
    async (method) => {
      const node = endpoints({ a: (_, { signal }) => never(signal), b: fine })
      const { ask, clock, within } = manualRpcPool(node.fetch)
      await within(1500, ask('eth_call'))
      await clock.advance(10_000)
      expect(await within(0, ask(method))).toBe('fine')
      node.replies.a = fine
      expect(await within(0, ask('eth_call'))).toBe('fine')
      expect(await within(0, ask(method, 2))).toBe('fine')
      expect(node.asked()).toBe('abbaa')
    },
  )

  it.each(['eth_sendRawTransaction', 'eth_getTransactionCount'])(
    'gets %s after its rest if all other endpoints fail too',
    async (method) => {
      const node = endpoints({
        a: brokenEndpoints['HTTP 503'] as Reply,
        b: brokenEndpoints['HTTP 503'] as Reply,
      })
      const { ask, clock, within } = manualRpcPool(node.fetch, { retries: 0 })
      await within(0, failure(ask('eth_call')))
      await clock.advance(10_000)
      node.replies.a = fine
      expect(await within(0, ask(method))).toBe('fine')
      expect(node.asked()).toBe('aba')
    },
  )

  it('is tried by any read if hedging is off', async () => {
    const node = endpoints({ a: brokenEndpoints['HTTP 503'] as Reply, b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch, { hedge: false })
    await within(0, ask('eth_call'))
    node.replies.a = fine
    await clock.advance(10_000)
    await within(0, ask('eth_getTransactionCount'))
    expect(node.asked()).toBe('aba')
  })

  it('rests if its newest block is older than a minute', async () => {
    const block =
      (age: number): Reply =>
      (calls) =>
        answers(calls, () => ({ timestamp: `0x${Math.floor((clock.now() - age) / 1000).toString(16)}` }))
    const node = endpoints({})
    const { ask, clock, within } = manualRpcPool(node.fetch)
    Object.assign(node.replies, { a: block(3_600_000), b: block(5000) })
    const latest = () => within(0, ask('eth_getBlockByNumber', 'latest', false))
    await latest()
    await latest()
    await within(0, ask('eth_getBlockByNumber', '0x1', false))
    expect(node.asked()).toBe('abb')
  })
})

describe('an endpoint that no longer follows its network', () => {
  const seconds = (ms: number) => `0x${Math.floor(ms / 1000).toString(16)}`

  it('rests even if it answers the other calls of the batch', async () => {
    const blocks =
      (age: number): Reply =>
      (calls) =>
        answers(calls, ({ method }) =>
          method === 'eth_getBlockByNumber' ? { timestamp: seconds(clock.now() - age) } : 'fine',
        )
    const node = endpoints({})
    const { ask, clock, within } = manualRpcPool(node.fetch)
    Object.assign(node.replies, { a: blocks(3_600_000), b: blocks(5000) })
    const look = () =>
      within(0, Promise.all([ask('eth_getBlockByNumber', 'latest', false), ask('eth_getBalance')]))
    await look()
    await within(0, ask('eth_call', 1))
    expect(node.asked()).toBe('ab')
    // After its rest, one call at a time tries the endpoint until its newest block is recent.
    await clock.advance(20_000)
    node.replies.a = blocks(5000)
    await within(0, Promise.all([ask('eth_call', 2), ask('eth_call', 3)]))
    await look()
    await within(0, Promise.all([ask('eth_call', 4), ask('eth_call', 5)]))
    expect(node.asked()).toBe('abababa')
    expect(node.posts.map((calls) => calls.length)).toEqual([2, 1, 1, 1, 1, 1, 2])
  })

  it.each([
    ['solana', 'getBalance', (block: number) => ({ context: { slot: block }, value: 1 })],
    ['polkadot', 'chain_getHeader', (block: number) => ({ number: `0x${block.toString(16)}` })],
  ] as const)('rests if its newest block stays the same for a minute: %s', async (_, method, answer) => {
    let block = 1000
    const node = endpoints({})
    const says =
      (value: () => number): Reply =>
      (calls) =>
        answers(calls, () => answer(value()))
    Object.assign(node.replies, { a: says(() => 1000), b: says(() => block) })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    for (let turn = 0; turn < 3; turn++) {
      await within(0, ask(method))
      await clock.advance(21_000)
      block += 50
    }
    await within(0, ask(method))
    await within(0, ask(method))
    expect(node.asked()).toBe('aaaab')
    // One call tries endpoint a again after 10 s, without success. Another call tries it 20 s later.
    await clock.advance(10_000)
    await within(0, ask(method))
    await within(0, ask(method))
    expect(node.asked()).toBe('aaaabab')
    await clock.advance(20_000)
    node.replies.a = says(() => block)
    await within(0, ask(method))
    await within(0, ask(method))
    expect(node.asked()).toBe('aaaababaa')
  })

  it('stays in use while the block numbers in its answers rise', async () => {
    let block = 1000
    const moving: Reply = (calls) => {
      block += 10
      return answers(calls, () => ({ context: { slot: block }, value: 1 }))
    }
    const node = endpoints({ a: moving })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    for (let turn = 0; turn < 5; turn++) {
      await within(0, ask('getBalance', turn))
      await clock.advance(50_000)
    }
    expect(node.asked()).toBe('aaaaa')
  })
})

describe('an endpoint that asks to wait', () => {
  const date = (ms: number) => new Date(ms).toUTCString()
  const start = 1_700_000_000_000

  it.each<[string, Record<string, string>, number]>([
    ['a number of seconds', { 'retry-after': '120' }, 120],
    ['a number with a fraction', { 'retry-after': '90.5' }, 91],
    ['a date', { 'retry-after': date(start + 60_000) }, 60],
    [
      "a date by the server's clock",
      { 'retry-after': date(start + 7_260_000), date: date(start + 7_200_000) },
      60,
    ],
    ['a day, shortened to 10 minutes', { 'retry-after': '86400' }, 600],
    ['a past date, which is ignored', { 'retry-after': date(start - 1000) }, 10],
    ['words, which are ignored', { 'retry-after': 'soon' }, 10],
    ['a negative time, which is ignored', { 'retry-after': '-5' }, 10],
  ])('rests as long as it asks: %s', async (_, headers, seconds) => {
    const node = endpoints({ a: busy(headers), b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch)
    await within(0, ask('eth_call'))
    await clock.advance(seconds * 1000 - 1000)
    await within(0, ask('eth_call'))
    expect(node.asked()).toBe('abb')
    await clock.advance(1000)
    await within(0, ask('eth_call'))
    expect(node.asked()).toBe('abbab')
  })

  it('makes calls fail at once if there is no other endpoint', async () => {
    const node = endpoints({ a: busy({ 'retry-after': '120' }) })
    const { ask, clock, within } = manualRpcPool(node.fetch, { urls: ['https://a.example/'] })
    expect(await within(0, failure(ask('eth_call')))).toMatchObject({ status: 429 })
    await clock.advance(20_000)
    for (const method of ['eth_call', 'eth_sendTransaction', 'eth_sendRawTransaction'])
      expect(await within(0, failure(ask(method)))).toMatchObject({
        message: 'HTTP status code: 429',
        status: 429,
        details: 'The server asks to wait until 2023-11-14T22:15:20.000Z',
      })
    expect(node.asked()).toBe('a')
    node.replies.a = fine
    await clock.advance(100_000)
    expect(await within(0, ask('eth_call'))).toBe('fine')
  })

  it('gets the call again after a short pause', async () => {
    const node = endpoints({
      a: (calls, at) => (at.index === 0 ? busy({ 'retry-after': '2' })(calls, at) : fine(calls, at)),
    })
    const { ask, clock, within } = manualRpcPool(node.fetch, { urls: ['https://a.example/'] })
    const read = ask('eth_call')
    await clock.advance(1999)
    expect(node.asked()).toBe('a')
    expect(await within(1, read)).toBe('fine')
  })

  it('keeps resting when a call that started earlier succeeds', async () => {
    let release = () => {}
    const gate = new Promise<void>((resolve) => (release = resolve))
    const node = endpoints({
      a: async (calls, at) => {
        if (at.index > 0) return busy({ 'retry-after': '60' })(calls, at)
        await gate
        return fine(calls, at)
      },
      b: fine,
    })
    const { ask, within } = manualRpcPool(node.fetch, { hedge: false })
    const early = ask('eth_call', 1)
    await expect.poll(() => node.asked(), { message: 'the first call is under way' }).toBe('a')
    await within(0, ask('eth_call', 2))
    release()
    expect(await early).toBe('fine')
    await within(0, ask('eth_call', 3))
    expect(node.asked()).toBe('aabb')
  })
})

describe('a hung endpoint', () => {
  it('delays only the first call if hedging is off', async () => {
    const node = endpoints({ a: (_, { signal }) => never(signal), b: fine })
    const { ask, clock, within } = manualRpcPool(node.fetch, { hedge: false })
    expect(await within(10_000, ask('eth_call'))).toBe('fine')
    expect(await within(0, ask('eth_call'))).toBe('fine')
    expect(clock.pending).toBe(0)
  })
})
