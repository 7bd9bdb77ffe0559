import { describe, expect, it } from 'vitest'
import type { Activity, ChainReader } from '../../../../src/servers/data/chain-reader.ts'
import { dataHandler } from '../../../../src/servers/data/data-handler.ts'
import { DataRefusal } from '../../../../src/servers/data/data-refusal.ts'
import { KnownAssets } from '../../../../src/servers/data/known-assets.ts'

const address = `0x${'a'.repeat(40)}`
const native = { name: 'Ether', symbol: 'ETH', decimals: 18 }

/** Returns the reader of a network whose history has these rows, the newest first. */
function reader(chain: `eip155:${string}`, rows: readonly Partial<Activity>[] = []): ChainReader {
  const activity = rows.map(
    (row): Activity => ({
      hash: `${chain} ${row.seconds} ${row.place}`,
      operation: 'send',
      seconds: 0,
      block: 1,
      place: 0,
      from: address,
      to: address,
      status: 'confirmed',
      nonce: 0,
      movements: [],
      ...row,
    }),
  )
  return {
    chain,
    addressOf: (text) => (text.startsWith('0x') ? text.toLowerCase() : undefined),
    holdings: async () => [{ asset: native, amount: 1n }],
    activity: async () => activity,
  }
}

function serve(readers: readonly ChainReader[], pageSize = 2) {
  const handler = dataHandler({
    readers,
    known: new KnownAssets([]),
    pageSize,
    nodes: new Map(),
    accepts: (id) => id === 'ours',
  })
  return async (path: string, method = 'GET', body = '') => {
    const answer = await handler({ method, url: new URL(path, 'http://service'), body })
    return { status: answer.status, body: JSON.parse(answer.body) }
  }
}
const ask = serve([reader('eip155:1'), reader('eip155:2')])
const account = `/v1/account/${address}`
const refused = (status: number, name: string) => ({
  status,
  body: { status: 'FAILED', reasons: [{ name, description: expect.any(String) }] },
})

describe('the data service refuses', () => {
  it.each([
    ['a path that it does not serve', 404, 'path', '/v1/nothing', 'GET', ''],
    [
      'a request for names if it offers no names',
      404,
      'path',
      `/v1/identity/${address}?projectId=ours`,
      'GET',
      '',
    ],
    [
      'a method that the path does not have',
      405,
      'method',
      '/v1/supported-chains?projectId=ours',
      'DELETE',
      '',
    ],
    ['an unknown project', 401, 'projectId', '/v1/supported-chains', 'GET', ''],
    ["another page's project", 401, 'projectId', '/v1/supported-chains?projectId=theirs', 'GET', ''],
    ['a price without a project', 401, 'projectId', '/v1/fungible/price', 'POST', '{"projectId":"theirs"}'],
    ['a body that is not JSON', 400, 'body', '/v1/fungible/price', 'POST', 'currency=usd'],
    ['a body that is not an object', 400, 'body', '/v1/fungible/price', 'POST', '[]'],
    ['a body of 100,001 characters', 413, 'body', '/v1/fungible/price', 'POST', ' '.repeat(100_001)],
    ['calls of 1,000,001 characters', 413, 'body', '/v1/?projectId=ours', 'POST', ' '.repeat(1_000_001)],
    [
      'a currency without a code',
      400,
      'currency',
      `${account}/balance?projectId=ours&currency=Euro`,
      'GET',
      '',
    ],
    [
      'a network that it does not have',
      400,
      'chainId',
      `${account}/balance?projectId=ours&chainId=eip155:3`,
      'GET',
      '',
    ],
    [
      'a network that it does not have',
      400,
      'chainId',
      `${account}/history?projectId=ours&chainId=x`,
      'GET',
      '',
    ],
    ['an invalid address', 400, 'address', '/v1/account/nobody/history?projectId=ours', 'GET', ''],
    [
      'an address in a broken encoding',
      400,
      'path',
      '/v1/account/%E0%A4%A/history?projectId=ours',
      'GET',
      '',
    ],
    ['an invalid cursor', 400, 'cursor', `${account}/history?projectId=ours&cursor=abc`, 'GET', ''],
    [
      'a cursor with values of the wrong types',
      400,
      'cursor',
      `${account}/history?projectId=ours&cursor=WzEsMiwzXQ`,
      'GET',
      '',
    ],
    [
      'a long cursor',
      400,
      'cursor',
      `${account}/history?projectId=ours&cursor=${'a'.repeat(301)}`,
      'GET',
      '',
    ],
  ])('%s', async (_, status, name, path, method, body) => {
    expect(await ask(path, method, body)).toEqual(refused(status, name))
  })

  it.each([
    ['a text instead of a list of addresses', '"x"'],
    ['no addresses', '[]'],
    ['101 addresses', JSON.stringify(Array(101).fill(`eip155:1:${address}`))],
    ['an invalid address', '["eip155"]'],
  ])('a request for prices with %s', async (_, addresses) => {
    const body = `{"projectId":"ours","currency":"usd","addresses":${addresses}}`
    expect(await ask('/v1/fungible/price', 'POST', body)).toEqual(refused(400, 'addresses'))
  })
})

describe('the supported chains of the data service', () => {
  it("leave out a chain whose index can't be read", async () => {
    const broken = { ...reader('eip155:1'), isReady: () => Promise.reject(new Error('no database')) }
    const serving = serve([broken, reader('eip155:2')])
    expect(await serving('/v1/supported-chains?projectId=ours')).toEqual({
      status: 200,
      body: { http: ['eip155:2'], ws: [] },
    })
  })
})

describe('the balances of the data service', () => {
  const holding = (chain: `eip155:${string}`, tokens: number): ChainReader => ({
    ...reader(chain),
    async holdings(_account, _signal, spend) {
      spend?.(tokens)
      return [{ asset: native, amount: 1n }]
    },
  })
  const handler = dataHandler({
    ...{ readers: [holding('eip155:1', 3), holding('eip155:2', 500)], known: new KnownAssets([]) },
    ...{ pageSize: 2, nodes: new Map() },
  })
  const url = new URL(`${account}/balance?projectId=ours`, 'http://service')

  it('cost the client one call for each token, and one for the request', async () => {
    let cost = 1
    // The server counts the request as the first call.
    const spend = (calls: number) => {
      cost += calls - 1
    }
    expect((await handler({ method: 'GET', url, body: '', spend })).status).toBe(200)
    expect(cost).toBe(504)
  })

  it('are refused if the client has made too many calls', async () => {
    const spend = () => {
      throw new DataRefusal(429, 'calls', 'Too many')
    }
    expect((await handler({ method: 'GET', url, body: '', spend })).status).toBe(429)
  })
})

describe('the history of the data service', () => {
  it('costs the client the calls of the readers, and one for the request', async () => {
    const busy = (chain: `eip155:${string}`): ChainReader => ({
      ...reader(chain),
      async activity(_account, _signal, _part, spend) {
        for (const calls of [3, 51]) spend?.(calls)
        return []
      },
    })
    const handler = dataHandler({
      ...{ readers: [busy('eip155:1'), busy('eip155:2')], known: new KnownAssets([]) },
      ...{ pageSize: 2, nodes: new Map() },
    })
    const url = new URL(`${account}/history?projectId=ours`, 'http://service')
    let cost = 1
    const spend = (calls: number) => {
      cost += calls - 1
    }
    expect((await handler({ method: 'GET', url, body: '', spend })).status).toBe(200)
    expect(cost).toBe(109)
  })

  const all = async (serving: ReturnType<typeof serve>) => {
    const pages: string[][] = []
    for (let next: string | null = ''; next !== null; ) {
      const { body } = await serving(`${account}/history?projectId=ours&cursor=${next}`)
      pages.push(body.data.map(({ id }: { id: string }) => id))
      next = body.next
    }
    return pages
  }

  it('contains each row once if rows of two networks have the same time and block', async () => {
    const rows = [
      { seconds: 9, block: 3, place: 1 },
      { seconds: 9, block: 3, place: 0 },
      { seconds: 5, block: 2, place: 0 },
    ]
    const pages = await all(serve([reader('eip155:1', rows), reader('eip155:2', rows)]))
    expect(pages).toEqual([
      ['eip155:1 9 1', 'eip155:1 9 0'],
      ['eip155:2 9 1', 'eip155:2 9 0'],
      ['eip155:1 5 0', 'eip155:2 5 0'],
    ])
  })

  it('contains the pending rows on the first page, in addition to a full page', async () => {
    const waiting = { status: 'pending', block: Number.POSITIVE_INFINITY, seconds: 3 } as const
    const rows = [waiting, { seconds: 9 }, { seconds: 8 }, { seconds: 7 }]
    expect((await all(serve([reader('eip155:1', rows)]))).map((page) => page.length)).toEqual([3, 1])
  })

  it('is empty if the client asks for purchases', async () => {
    const serving = serve([reader('eip155:1', [{ seconds: 9 }])])
    expect(await serving(`${account}/history?projectId=ours&onramp=coinbase`)).toEqual({
      status: 200,
      body: { data: [], next: null },
    })
  })
})
