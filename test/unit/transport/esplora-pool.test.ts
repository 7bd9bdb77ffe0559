import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../../src/testing/memory-platform.ts'
import { openEsploraPool } from '../../../src/transport/esplora-pool.ts'
import { failure } from '../../support/http.ts'

const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
const network = `bip122:${genesis.slice(0, 32)}` as const
const txid = 'ab'.repeat(32)
const address = 'bc1qw508d6qejxtdg4y5r3zarvary0c5xw7kv8f3t4'
const stats = { funded_txo_sum: 5, spent_txo_sum: 0 }
const sums = { chain_stats: stats, mempool_stats: stats }

/** Opens a pool with a server that gives the bad answer. If there is a good answer, a second server gives it. */
function servers(path: string, bad: () => Response, good?: unknown) {
  const asked: string[] = []
  const { clock, fetch, log } = memoryPlatform({
    fetch: async (input) => {
      const url = new URL(String(input))
      if (url.pathname === '/block-height/0') return new Response(genesis)
      expect(url.pathname).toBe(path)
      asked.push(url.host)
      return url.host === 'bad.example' ? bad() : Response.json(good)
    },
  })
  const urls = ['https://bad.example', ...(good === undefined ? [] : ['https://good.example'])]
  const pool = openEsploraPool(urls, { retries: 0 }, { clock, fetch, log }, network, () => {})
  return { pool, asked, clock }
}

describe('a pool of Esplora servers', () => {
  it.each<[string, string, unknown, unknown]>([
    ['an object without sums', `/address/${address}`, {}, sums],
    ['sums that are texts', `/address/${address}`, { ...sums, chain_stats: 'many' }, sums],
    ['null', `/address/${address}`, null, sums],
    ['coins that are no list', `/address/${address}/utxo`, { error: 'busy' }, []],
    ['a history that is no list', `/address/${address}/txs`, 'none', []],
    ['estimates that are a list', '/fee-estimates', [1], { 2: 3 }],
    ['estimates without a rate', '/fee-estimates', { 2: null }, { 2: 3 }],
    ['a transaction that is a text', `/tx/${txid}`, 'found', { txid }],
    ['another transaction', `/tx/${txid}`, { txid: 'cd'.repeat(32) }, { txid }],
    ['a spender that is a list', `/tx/${txid}/outspend/0`, [], { spent: false }],
  ])('asks the next server if an answer has the wrong form: %s', async (_, path, wrong, right) => {
    const { pool, asked } = servers(path, () => Response.json(wrong), right)
    expect(await pool.json(path)).toEqual(right)
    expect(asked).toEqual(['bad.example', 'good.example'])

    const alone = servers(path, () => Response.json(wrong))
    const error = { code: 'rpc/invalid-value', host: 'bad.example' }
    expect(await failure(alone.pool.json(path))).toMatchObject(error)
  })

  it.each([
    'Transaction index is disabled',
    '{"error":"transaction indexing is disabled"}',
    'address index not available',
  ])('asks the next server if the answer about a transaction is "%s"', async (words) => {
    const lacking = () => new Response(words, { status: 404 })
    const path = `/tx/${txid}`
    const { pool } = servers(path, lacking, { txid })
    expect(await pool.json(path)).toEqual({ txid })

    const alone = servers(path, lacking)
    const error = { code: 'rpc/not-kept', host: 'bad.example', details: expect.stringMatching(/index/) }
    expect(await failure(alone.pool.json(path))).toMatchObject(error)
  })

  it('recognizes a rate limit by the text of an answer with status 400', async () => {
    const path = `/address/${address}`
    const busy = () => new Response('rate limit exceeded, retry in 10s', { status: 400 })
    const { pool, asked, clock } = servers(path, busy, sums)
    expect(await pool.json(path)).toEqual(sums)
    // The busy server rests.
    await clock.advance(5000)
    await pool.json(path)
    expect(asked).toEqual(['bad.example', 'good.example', 'good.example'])
    const error = { code: 'rpc/limit-exceeded', host: 'bad.example', details: expect.stringContaining('10s') }
    expect(await failure(servers(path, busy).pool.json(path))).toMatchObject(error)
  })

  it('asks the next server if the answer about a transaction is HTML with status 404', async () => {
    const path = `/tx/${txid}`
    const gone = () => new Response('<html><h1>404 Not Found</h1></html>', { status: 404 })
    const { pool } = servers(path, gone, { txid })
    expect(await pool.json(path)).toEqual({ txid })
    const error = { code: 'http/status', status: 404, host: 'bad.example' }
    expect(await failure(servers(path, gone).pool.json(path))).toMatchObject(error)
  })

  it.each(['Transaction not found', '', '{"message":"Not Found"}'])(
    'finds that a transaction is absent if the answer is "%s" with status 404',
    async (words) => {
      const path = `/tx/${txid}`
      const { pool, asked } = servers(path, () => new Response(words, { status: 404 }), { txid })
      expect(await pool.json(path)).toBeUndefined()
      expect(asked).toEqual(['bad.example'])
    },
  )
})
