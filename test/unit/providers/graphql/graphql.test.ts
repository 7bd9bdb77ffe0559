import { afterEach, describe, expect, it } from 'vitest'
import { type GraphqlOptions, graphql } from '../../../../src/providers/graphql/index.ts'
import type { GraphqlPage } from '../../../../src/providers/graphql/options.ts'
import { badAnswers, type FakeAnswer, fakeService, joined } from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const network = 'eip155:1'
const owner = '0xf39Fd6e51aad88F6F4ce6aB8827279cffFb92266'
const other = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const third = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const account = `${network}:${owner}` as const

interface Row {
  readonly id: string
  readonly from: string
  readonly to: string
  readonly value: string
  readonly timestamp: number
}
const row = (id: number, more: Partial<Row> = {}): Row => ({
  id: `0x${id.toString(16).padStart(64, '0')}`,
  ...{ from: other, to: owner, value: '1500000', timestamp: 1_700_000_000 - id },
  ...more,
})
const answer = (rows: readonly Row[], endCursor: string | null = null) => ({
  data: { transfers: { items: rows, pageInfo: { endCursor, hasNextPage: endCursor !== null } } },
})
const query = `query ($address: String!, $cursor: String) {
  transfers(where: { account: $address }, after: $cursor, orderBy: "timestamp", orderDirection: "desc") {
    items { id from to value timestamp }
    pageInfo { endCursor hasNextPage }
  }
}`
/** Reads the answer of an index made with Ponder: https://ponder.sh/docs/query/graphql */
const read: GraphqlOptions['history']['read'] = (data) => {
  const { items, pageInfo } = (data as ReturnType<typeof answer>['data']).transfers
  return {
    transactions: items.map(({ id, from, to, value, timestamp }) => ({
      ...{ hash: id, at: timestamp * 1000 },
      transfers: [{ from, to, amount: value, decimals: 6, symbol: 'USDC', name: 'USD Coin' }],
    })),
    next: pageInfo.endCursor,
  }
}

async function asking(answers: FakeAnswer, more: Partial<GraphqlOptions> = {}) {
  const server = await fakeService({ '/graphql': answers })
  closing.push(server.close)
  const provider = graphql({
    url: `${server.url}/graphql?k=1`,
    networks: [network],
    history: { query, read },
    ...more,
  })
  return { server, ...(await joined([provider])) }
}
/** Sets up a host that reads every answer of the endpoint as this page. */
const mapped = (page: unknown) =>
  asking(() => ({ data: {} }), { history: { query, read: () => page as GraphqlPage } })
const good = {
  hash: '0xa1',
  at: 1_700_000_000_000,
  transfers: [{ from: other, to: owner, amount: 1n, decimals: 0, symbol: 'A' }],
}
const invalid = { code: 'http/invalid-body' }

describe('the history of a GraphQL index', () => {
  it('has the transfers from and to the account on every page', async () => {
    const { transactions, server } = await asking((url, { body }) => {
      const { variables } = JSON.parse(String(body)) as {
        readonly variables: { readonly cursor: string | null }
      }
      expect(url.search).toBe('?k=1')
      return variables.cursor === null
        ? answer([row(1), row(2, { from: owner.toLowerCase(), to: third })], 'two')
        : answer([row(3, { from: owner, to: owner, value: '0' })])
    })
    const first = await transactions(account, undefined)
    expect(first).toMatchObject({ next: expect.any(String) })
    expect(first?.transactions).toMatchObject([
      {
        ...{ hash: row(1).id, operation: 'receive', status: 'confirmed', at: 1_699_999_999_000, from: other },
        transfers: [{ direction: 'in', quantity: '1.5', symbol: 'USDC', name: 'USD Coin', nft: false }],
      },
      { operation: 'send', to: third, transfers: [{ direction: 'out' }], isPoisoning: false },
    ])
    const second = await transactions(account, first?.next)
    expect(second?.next).toBeUndefined()
    expect(second?.transactions).toMatchObject([{ transfers: [{ direction: 'self' }], isPoisoning: true }])
    expect(server.requests.map(({ body }) => JSON.parse(String(body)))).toEqual([
      { query, variables: { address: owner, cursor: null } },
      { query, variables: { address: owner, cursor: 'two' } },
    ])
  })

  it('is requested with the variables and headers of the host', async () => {
    const { transactions, server } = await asking(() => answer([]), {
      headers: { 'x-project': 'mine' },
      history: {
        query,
        read,
        variables: ({ network, address }) => ({ network, owner: address.toLowerCase() }),
      },
    })
    expect(await transactions(account, undefined)).toEqual({ transactions: [], next: undefined })
    expect(JSON.parse(String(server.requests[0]?.body)).variables).toEqual({
      network,
      owner: owner.toLowerCase(),
    })
    expect(server.requests[0]?.headers['x-project']).toBe('mine')
  })

  it('is requested only on the network of the index', async () => {
    const { transactions, server } = await asking(() => answer([row(1)]))
    expect(await transactions(`eip155:10:${owner}`, undefined)).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  it('shows a swap as a trade, without the transfers of other accounts', async () => {
    const out = { from: owner, to: third, amount: '2', decimals: 0, symbol: 'B' }
    const { transactions } = await mapped({
      transactions: [
        { ...good, transfers: [...good.transfers, out, { ...out, from: other }] },
        { ...good, hash: '0xa2', operation: 'stake', status: 'failed' },
        { ...good, hash: '0xa3', transfers: [] },
      ],
    })
    const page = await transactions(account, undefined)
    expect(page?.transactions).toMatchObject([
      { operation: 'trade', transfers: [{ direction: 'in' }, { direction: 'out' }] },
      { operation: 'stake', status: 'failed' },
      { operation: 'execute', transfers: [], isPoisoning: false },
    ])
    expect(page?.transactions[0]?.transfers).toHaveLength(2)
  })

  it.each<[string, unknown]>([
    ['hash', { ...good, hash: '' }],
    ['at', { ...good, at: -1 }],
    ['at', { ...good, at: 1.5 }],
    ['status', { ...good, status: 'done' }],
    ['operation', { ...good, operation: 7 }],
    ['transfers', { ...good, transfers: undefined }],
    ...Object.entries({
      from: undefined,
      to: '',
      amount: -1n,
      decimals: 78,
      symbol: 1,
      name: 'x'.repeat(201),
      nft: 'no',
    }).map(([field, value]): [string, unknown] => [
      `transfers[0].${field}`,
      { ...good, transfers: [{ ...good.transfers[0], [field]: value }] },
    ]),
    ...['1.5', '1e6', '0x10', ' 1', ''].map((amount): [string, unknown] => [
      'transfers[0].amount',
      { ...good, transfers: [{ ...good.transfers[0], amount }] },
    ]),
  ])('fails with an error that names the field `%s` if its value is invalid', async (field, item) => {
    const { transactions } = await mapped({ transactions: [good, item] })
    await expect(transactions(account, undefined)).rejects.toMatchObject({
      ...invalid,
      message: expect.stringContaining(`transactions[1].${field} `),
    })
  })

  it.each<[string, unknown]>([
    ['a value that is not an object', null],
    ['transactions that are not a list', { transactions: {} }],
    ['too many transactions', { transactions: Array.from({ length: 501 }, () => good) }],
    ['a cursor that is no text', { transactions: [], next: 7 }],
    ['a cursor that is too long', { transactions: [], next: 'x'.repeat(2001) }],
  ])("fails if the host's function returns %s", async (_, page) => {
    const { transactions } = await mapped(page)
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it('is refused if the cursor of a page leads to the same page again', async () => {
    const { transactions } = await asking(() => answer([row(1)], 'same'))
    const first = await transactions(account, undefined)
    await expect(transactions(account, first?.next)).rejects.toMatchObject(invalid)
  })

  it('leaves out transactions with a time in the far future', async () => {
    const { transactions, clock } = await mapped({ transactions: [{ ...good, at: 1e15 }, good] })
    expect(clock.now()).toBeLessThan(1e15)
    expect((await transactions(account, undefined))?.transactions).toHaveLength(1)
  })

  it.each<[string, FakeAnswer]>([
    ...Object.entries(badAnswers),
    ['errors with status 200', () => ({ errors: [{ message: 'Unknown field' }] })],
    ['errors beside incomplete data', () => ({ ...answer([row(1)]), errors: [{ message: 'timeout' }] })],
    ['no data', () => ({ data: null })],
    ['data without the list', () => ({ data: { transfers: null } })],
  ])('fails if the endpoint answers with %s', async (_, bad) => {
    const { transactions } = await asking(bad)
    await expect(transactions(account, undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^(http|rpc)\//),
    })
  })

  it('is requested again after the pause that a busy endpoint requests', async () => {
    let busy = true
    const { transactions, clock } = await asking(() => {
      if (!busy) return answer([row(1)])
      busy = false
      return (response: import('node:http').ServerResponse) =>
        response.writeHead(429, { 'retry-after': '7' }).end('{}')
    })
    const before = clock.now()
    expect((await transactions(account, undefined))?.transactions).toHaveLength(1)
    expect(clock.now() - before).toBeGreaterThanOrEqual(7000)
  })
})
