import { describe, expect, it } from 'vitest'
import { broadcast } from '../../../../src/adapters/bip122/chain/broadcast.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { openEsploraPool } from '../../../../src/transport/esplora-pool.ts'

const network = 'bip122:0f9188f13cb7b2c71f2a335e3a4fc328'
const genesis = '0f9188f13cb7b2c71f2a335e3a4fc328bf5beb436012afca590b1a11466e2206'
const txid = 'ab'.repeat(32)
type Handler = (path: string, init?: RequestInit) => Response | Promise<Response>

function world(hosts: Record<string, Handler>) {
  const asked: string[] = []
  const platform = memoryPlatform({
    fetch: async (input, init) => {
      const url = new URL(input)
      asked.push(`${url.host}${url.pathname}`)
      init?.signal?.throwIfAborted()
      const aborted = new Promise<never>((_, reject) =>
        init?.signal?.addEventListener('abort', () => reject(init.signal?.reason)),
      )
      return Promise.race([hosts[url.host]!(url.pathname, init), aborted])
    },
  })
  const urls = Object.keys(hosts).map((host) => `https://${host}/`)
  return { ...platform, asked, esplora: openEsploraPool(urls, undefined, platform, network, () => {}) }
}
/**
 * Returns the answers of an endpoint on the right network. `rest` answers all requests except the request for
 * the genesis block.
 */
const honest =
  (rest: Handler): Handler =>
  (path, init) =>
    path === '/block-height/0' ? new Response(genesis) : rest(path, init)

const sums = '{"funded_txo_sum":5,"spent_txo_sum":0}'

describe('Esplora endpoints', () => {
  it("are used in the host's order", async () => {
    const { esplora, asked } = world({
      'a.example': honest(() => new Response('{"x":1}')),
      'b.example': honest(() => new Response('{"x":2}')),
    })
    expect(await esplora.json('/x')).toEqual({ x: 1 })
    expect(await esplora.json('/x')).toEqual({ x: 1 })
    expect(asked).toEqual(['a.example/block-height/0', 'a.example/x', 'a.example/x'])
  })

  it('of another network are skipped', async () => {
    const other: Handler = () =>
      new Response('000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f')
    const { esplora } = world({ 'a.example': other, 'b.example': honest(() => new Response('"b"')) })
    expect(await esplora.json('/x')).toBe('b')
    await expect(world({ 'a.example': other }).esplora.json('/x')).rejects.toMatchObject({
      code: 'network/endpoint-mismatch',
      values: { actual: expect.stringContaining('000000000019d6689c085ae165831e93') },
    })
  })

  it.each([
    ['/fee-estimates', '{}', '{"1":2.5}'],
    ['/blocks/tip/height', '<html>Welcome</html>', '7'],
    [`/tx/${txid}/hex`, 'not found', '0200'],
    ['/address/x', '<html>Welcome</html>', `{"chain_stats":${sums},"mempool_stats":${sums}}`],
  ])('with an impossible value at %s are skipped', async (path, wrong, right) => {
    const kind = right.startsWith('{') ? 'json' : 'text'
    const { esplora } = world({
      'a.example': honest(() => new Response(wrong)),
      'b.example': honest(() => new Response(right)),
    })
    expect(await esplora[kind](path)).toEqual(kind === 'json' ? JSON.parse(right) : right)
  })

  it('cause an error if no endpoint has fee estimates', async () => {
    const { esplora } = world({ 'a.example': honest(() => new Response('{}')) })
    await expect(esplora.json('/fee-estimates')).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })

  it('that are overloaded are skipped if another endpoint works', async () => {
    let times = 0
    const busy = honest(() => {
      times++
      return new Response('', { status: 503 })
    })
    const two = world({ 'a.example': busy, 'b.example': honest(() => new Response('"b"')) })
    expect(await two.esplora.json('/x')).toBe('b')
    expect(times).toBe(1)
    const one = world({ 'a.example': busy })
    const answer = one.esplora.json('/x')
    const failed = expect(answer).rejects.toMatchObject({ code: 'http/status', status: 503 })
    await one.clock.advance(5000)
    await failed
    expect(times).toBe(5)
    expect(one.clock.pending).toBe(0)
  })

  it('that do not answer are abandoned after ten seconds', async () => {
    const { esplora, clock } = world({
      'a.example': honest(() => new Promise(() => {})),
      'b.example': honest(() => new Response('"b"')),
    })
    const answer = esplora.json('/x')
    await clock.advance(10_000)
    expect(await answer).toBe('b')
  })

  it('are trusted when they answer 404', async () => {
    const { esplora } = world({
      'a.example': honest(() => new Response('Transaction not found', { status: 404 })),
      'b.example': honest(() => new Response('"b"')),
    })
    expect(await esplora.json('/tx/x')).toBeUndefined()
  })

  it('cause an error that names their host if they do not answer with JSON', async () => {
    const { esplora, clock } = world({ 'a.example': honest(() => new Response('<html>')) })
    const failed = expect(esplora.json('/x')).rejects.toMatchObject({
      code: 'http/invalid-body',
      values: { host: 'a.example' },
    })
    await clock.advance(5000)
    await failed
  })

  it('report why a transaction is invalid', async () => {
    const { esplora, asked } = world({
      'a.example': honest(
        () =>
          new Response('sendrawtransaction RPC error: {"code":-26,"message":"min relay fee not met"}', {
            status: 400,
          }),
      ),
      'b.example': honest(() => new Response('never asked')),
    })
    await expect(broadcast(esplora, '00', txid)).rejects.toMatchObject({
      code: 'rpc/transaction-rejected',
      details: 'min relay fee not met',
      hash: txid,
    })
    expect(asked).not.toContain('b.example/tx')
  })

  it('are asked for the transaction if their proxy answers the broadcast with 400', async () => {
    const proxied = (found: Handler) =>
      world({
        'a.example': honest((path) =>
          path === '/tx' ? new Response('Internal error', { status: 400 }) : found(path),
        ),
      }).esplora
    await broadcast(
      proxied(() => new Response(JSON.stringify({ txid }))),
      '00',
      txid,
    )
    await expect(
      broadcast(
        proxied(() => new Response('Transaction not found', { status: 404 })),
        '00',
        txid,
      ),
    ).rejects.toMatchObject({ code: 'rpc/maybe-sent', hash: txid, cause: { details: 'Internal error' } })
  })

  it.each<[string, () => Response]>([
    [
      'cannot be reached',
      () => {
        throw new TypeError('fetch failed')
      },
    ],
    ['is busy', () => new Response('', { status: 429 })],
    ['loses the answer', () => new Response('', { status: 502 })],
    ['refuses everything', () => new Response('Bad request', { status: 400 })],
  ])('all get the same bytes to broadcast if the first endpoint %s', async (_, fail) => {
    const posted: unknown[] = []
    const { esplora } = world({
      'a.example': honest((_, init) => {
        posted.push(init?.body)
        return fail()
      }),
      'b.example': honest((_, init) => {
        posted.push(init?.body)
        return new Response(txid)
      }),
    })
    await broadcast(esplora, '0200', txid)
    expect(posted).toEqual(['0200', '0200'])
  })

  it.each([
    [502, ''],
    [400, 'Bad request'],
  ])(
    'leave the outcome open if one refuses the transaction after another answered %s',
    async (status, text) => {
      const refuses = '{"code":-26,"message":"min relay fee not met"}'
      const { esplora } = world({
        'a.example': honest(
          (_, init) => new Response(text, { status: init?.method === 'POST' ? status : 404 }),
        ),
        'b.example': honest((_, init) =>
          init?.method === 'POST'
            ? new Response(refuses, { status: 400 })
            : new Response('', { status: 404 }),
        ),
      })
      await expect(broadcast(esplora, '0200', txid)).rejects.toMatchObject({
        code: 'rpc/maybe-sent',
        hash: txid,
        cause: { details: 'min relay fee not met' },
      })
    },
  )

  it('are queried for the transaction if every answer to a broadcast is lost', async () => {
    const posted: string[] = []
    const losing = (host: string, found: boolean): Handler =>
      honest((path, init) => {
        if (init?.method === 'POST') posted.push(`${host} ${init.body}`)
        if (init?.method === 'POST') return new Response('', { status: 502 })
        const there = found && path === `/tx/${txid}`
        return there ? Response.json({ txid }) : new Response('', { status: 404 })
      })
    const arrived = world({ 'a.example': losing('a', true), 'b.example': losing('b', true) })
    const sent = broadcast(arrived.esplora, '0200', txid)
    await arrived.clock.advance(5000)
    await sent
    expect(new Set(posted)).toEqual(new Set(['a 0200', 'b 0200']))
    const lost = world({ 'c.example': losing('c', false), 'd.example': losing('d', false) })
    const failed = expect(broadcast(lost.esplora, '0200', txid)).rejects.toMatchObject({
      code: 'rpc/maybe-sent',
      hash: txid,
    })
    await lost.clock.advance(5000)
    await failed
  })

  it('leave the outcome open if they answer a broadcast with the id of another transaction', async () => {
    const { esplora } = world({
      'a.example': honest((_, init) =>
        init?.method === 'POST' ? new Response('cd'.repeat(32)) : new Response('', { status: 404 }),
      ),
    })
    await expect(broadcast(esplora, '0200', txid)).rejects.toMatchObject({
      code: 'rpc/maybe-sent',
      hash: txid,
      cause: { code: 'rpc/invalid-value' },
    })
  })

  it('cause an error if there is no URL', async () => {
    expect(() => world({})).toThrow('RPC URL not found')
  })

  it('are not queried after the caller aborts', async () => {
    const { esplora, asked } = world({
      'a.example': honest(() => new Promise(() => {})),
      'b.example': honest(() => new Response('"b"')),
    })
    const abort = new AbortController()
    const answer = esplora.json('/x', { signal: abort.signal })
    await expect.poll(() => asked, { message: 'the first endpoint is asked' }).toContain('a.example/x')
    abort.abort()
    await expect(answer).rejects.toMatchObject({ code: 'flow/aborted' })
    expect(asked.some((one) => one.startsWith('b.'))).toBe(false)
  })
})
