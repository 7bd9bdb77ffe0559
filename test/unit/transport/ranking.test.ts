import { describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../src/core/errors/latchkey-error.ts'
import { manualClock } from '../../../src/testing/manual-clock.ts'
import { healthIn } from '../../../src/transport/endpoint-health.ts'
import { rpcPing } from '../../../src/transport/json-rpc/rpc-pool.ts'
import { scores, startRanking } from '../../../src/transport/ranking.ts'
import { fc } from '../../support/fast-check.ts'
import { answers, fakeEndpoint } from '../../support/loopback.ts'
import { manualRpcPool, rpcPool } from '../../support/rpc.ts'

/** Returns an endpoint that reacts to each ping as `behave` says. A number is the time in ms until it answers. */
function pinged(
  clock: ReturnType<typeof manualClock>,
  behave: () => number | 'fails' | 'silent' | 'refuses',
) {
  const endpoint = {
    health: healthIn(new Map(), '', clock),
    mismatch: undefined,
    pings: 0,
    methods: new Set<string>(),
    deliver: ({ name }: { name: string }, signal?: AbortSignal) =>
      new Promise<unknown>((resolve, reject) => {
        endpoint.pings++
        endpoint.methods.add(name)
        const outcome = behave()
        if (outcome === 'fails') reject(latchkeyError('rpc/unreachable'))
        else if (outcome === 'refuses') reject(latchkeyError('rpc/method-unsupported', { rpcCode: -32601 }))
        else if (outcome === 'silent') signal?.addEventListener('abort', () => reject(new Error('aborted')))
        else clock.after(outcome, () => resolve(true))
      }),
  }
  return endpoint
}

describe('the scores of endpoints', () => {
  it('give speed a weight of 0.3 and stability a weight of 0.7', () => {
    const [steady, quick, half, dead] = scores([
      [100, 100],
      [50, 50],
      [100, undefined],
      [undefined, undefined],
    ])
    expect(steady).toBeCloseTo(0.7)
    expect(quick).toBeCloseTo(0.7 + 0.3 * 0.5)
    expect(half).toBeCloseTo(0.35)
    expect(dead).toBe(0)
  })

  it('are defined if every answer took 0 ms', () => {
    expect(scores([[0, undefined], [0]])).toEqual([0.3 + 0.35, 1])
    expect(scores([[], []])).toEqual([0, 0])
  })

  it('lie between 0 and 1, with 0 for an endpoint that never succeeded', () => {
    const samples = fc.array(fc.option(fc.integer({ min: 0, max: 1000 }), { nil: undefined }), {
      maxLength: 10,
    })
    fc.assert(
      fc.property(fc.array(samples, { minLength: 1, maxLength: 5 }), (all) => {
        const given = scores(all)
        for (const [index, score] of given.entries()) {
          const succeeded = (all[index] ?? []).some((time) => time !== undefined)
          expect(score).toBeGreaterThanOrEqual(0)
          expect(score).toBeLessThanOrEqual(1)
          expect(score > 0).toBe(succeeded)
        }
      }),
    )
  })
})

describe('the ranking of endpoints', () => {
  it('pings at once and then every 4,000 ms', async () => {
    const clock = manualClock()
    const life = new AbortController()
    const slow = pinged(clock, () => 900)
    const failing = pinged(clock, () => 'fails')
    const quick = pinged(clock, () => 10)
    const { order } = startRanking([failing, slow, quick], rpcPing, clock, life.signal)
    expect(order()).toEqual([failing, slow, quick])
    await clock.advance(1000)
    expect(order()).toEqual([quick, slow, failing])
    expect(quick.pings).toBe(1)
    await clock.advance(2999)
    expect(quick.pings).toBe(1)
    await clock.advance(1)
    expect(quick.pings).toBe(2)
    expect([...quick.methods]).toEqual(['net_listening'])
    life.abort()
  })

  it('counts a ping as failed after 1,000 ms', async () => {
    const clock = manualClock()
    const life = new AbortController()
    const [silent, slow] = [pinged(clock, () => 'silent'), pinged(clock, () => 999)]
    const { order } = startRanking([silent, slow], rpcPing, clock, life.signal)
    await clock.advance(1000)
    expect(order()).toEqual([slow, silent])
    life.abort()
  })

  it('uses only the last 10 pings', async () => {
    const clock = manualClock()
    const life = new AbortController()
    let good = false
    // The second endpoint is only a little faster, so it needs ten good pings in a row to win.
    const [steady, better] = [pinged(clock, () => 501), pinged(clock, () => (good ? 500 : 'fails'))]
    const { order } = startRanking([steady, better], rpcPing, clock, life.signal)
    await clock.advance(40_000)
    good = true
    await clock.advance(4_000 * 9 + 600)
    expect(order()[0]).toBe(steady)
    await clock.advance(4_000)
    expect(order()[0]).toBe(better)
    life.abort()
  })

  it('counts an endpoint as reachable if it does not support the ping', async () => {
    const clock = manualClock()
    const life = new AbortController()
    const [failing, other] = [pinged(clock, () => 'fails'), pinged(clock, () => 'refuses')]
    const { order } = startRanking([failing, other], rpcPing, clock, life.signal)
    await clock.advance(1)
    expect(order()).toEqual([other, failing])
    life.abort()
  })

  it('pauses while the page is hidden', async () => {
    const clock = manualClock()
    const life = new AbortController()
    let visible = true
    const quick = pinged(clock, () => 10)
    startRanking([quick], rpcPing, clock, life.signal, () => visible)
    await clock.advance(4000)
    expect(quick.pings).toBe(2)
    visible = false
    await clock.advance(600_000)
    expect(quick.pings).toBe(2)
    visible = true
    await clock.advance(4000)
    expect(quick.pings).toBe(3)
    life.abort()
  })

  it('ends its timers and pings when its signal aborts', async () => {
    const clock = manualClock()
    const life = new AbortController()
    const silent = pinged(clock, () => 'silent')
    startRanking([silent, silent], rpcPing, clock, life.signal)
    expect(clock.pending).toBe(3)
    life.abort()
    await clock.advance(20_000)
    expect(clock.pending).toBe(0)
    expect(silent.pings).toBe(2)
  })
})

describe('a pool of endpoints', () => {
  const urls = ['https://a.example/', 'https://b.example/']
  const node = () =>
    fakeEndpoint((calls, { url }) => {
      if (url.includes('a.example')) return new Response('', { status: 503 })
      return answers(calls, () => 'fine')
    })

  it('does not ping by default', async () => {
    const { fetch, posts } = node()
    const { pool, ask, clock } = rpcPool(fetch, { urls })
    expect(posts).toHaveLength(0)
    expect(clock.pending).toBe(0)
    expect(await ask('eth_call')).toBe('fine')
    expect(new Set(posts.flat().map(({ method }) => method))).toEqual(new Set(['eth_call']))
    expect(clock.pending).toBe(0)
    pool.dispose()
  })

  it('asks the best endpoint first if the option rank is on', async () => {
    const { fetch, urls: asked } = node()
    const { pool, ask, clock } = rpcPool(fetch, { urls, rank: true })
    const askedFor = async () => {
      const before = asked.length
      expect(await ask('eth_call')).toBe('fine')
      return asked.slice(before)
    }
    await expect
      .poll(askedFor, { message: 'the best endpoint is asked first' })
      .toEqual(['https://b.example/'])
    pool.dispose()
    await expect.poll(() => clock.pending, { message: 'no timer is left' }).toBe(0)
  })

  it.each(['eth_call', 'net_listening'])(
    'does not ping an endpoint during the pause that its server requested in an answer to %s',
    async (refused) => {
      const busy = () => new Response('', { status: 429, headers: { 'retry-after': '60' } })
      let paused = false
      const { fetch, urls: asked } = fakeEndpoint((calls, { url }) => {
        if (!url.includes('a.example') || calls[0]?.method !== refused) return answers(calls, () => 'fine')
        paused = true
        return busy()
      })
      const { pool, ask, clock, within } = manualRpcPool(fetch, { urls, rank: true })
      const askedA = () => asked.filter((url) => url.includes('a.example')).length
      await expect.poll(askedA, { message: 'the first ping is sent' }).toBe(1)
      expect(await within(0, ask('eth_call'))).toBe('fine')
      expect(paused).toBe(true)
      const before = askedA()
      await clock.advance(59_000)
      expect(askedA()).toBe(before)
      await clock.advance(1000)
      expect(askedA()).toBe(before + 1)
      pool.dispose()
    },
  )

  it('does not ping an endpoint of another network', async () => {
    const { fetch, urls: asked } = fakeEndpoint((calls, { url }) =>
      answers(calls, () => (url.includes('a.example') ? '0x2' : '0x1')),
    )
    const identity = {
      call: { method: 'eth_chainId' },
      matches: (answer: unknown) => answer === '0x1',
      expected: 'eip155:1',
    }
    const { pool, ask, clock, within } = manualRpcPool(fetch, { urls, rank: true, identity })
    const askedA = () => asked.filter((url) => url.includes('a.example')).length
    await expect.poll(askedA, { message: 'the first ping is sent' }).toBe(1)
    expect(await within(0, ask('eth_call'))).toBe('0x1')
    const before = askedA()
    expect(before).toBeGreaterThan(1)
    await clock.advance(40_000)
    expect(askedA()).toBe(before)
    pool.dispose()
  })
})
