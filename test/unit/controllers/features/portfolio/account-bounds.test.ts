import { describe, expect, it } from 'vitest'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { clientWorld, one } from '../../../../support/client-world.ts'

const addressOf = (at: number) => `0x${at.toString(16).padStart(40, '0')}`

/** Returns a balance of the data service, worth `at` dollars. */
const balance = (at: number, more: object = {}) => ({
  name: `Token ${at}`,
  symbol: `T${at}`,
  chainId: one.caipNetworkId,
  address: `${one.caipNetworkId}:${addressOf(at)}`,
  price: 1,
  quantity: { decimals: '6', numeric: `${at}` },
  ...more,
})

const transaction = (at: number) => ({
  id: `tx${at}`,
  metadata: {
    operationType: 'send',
    hash: `0x${at.toString(16).padStart(64, '0')}`,
    chain: one.caipNetworkId,
    minedAt: new Date(at * 1000).toISOString(),
    sentFrom: addressOf(1),
    sentTo: addressOf(2),
    status: 'confirmed',
  },
  transfers: [],
})

/** Connects a client whose data service gives these answers. */
async function visit(answers: {
  readonly balances?: readonly object[]
  readonly pages?: readonly object[][]
}) {
  const asked: string[] = []
  const { balances = [], pages = [] } = answers
  const fetch = async (input: string | URL) => {
    const { pathname, searchParams } = new URL(input)
    asked.push(pathname)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: [one.caipNetworkId] })
    if (pathname.endsWith('/balance')) return Response.json({ balances })
    const page = Number(searchParams.get('cursor') ?? 0)
    return Response.json({ data: pages[page] ?? [], next: pages[page + 1] ? `${page + 1}` : null })
  }
  const { latchkey, clock } = clientWorld({
    networks: [one],
    endpoints: { data: 'https://data.example' },
    surroundings: memoryPlatform({ fetch: fetch as never }),
  })
  await latchkey.connect({ connectorId: 'a' })
  const reads = () => asked.filter((path) => path.endsWith('/balance')).length
  return { latchkey, clock, reads }
}

describe('the balances of an account with many tokens', () => {
  it('are all listed by value and all counted, even if the service names the most valuable last', async () => {
    const { latchkey } = await visit({ balances: Array.from({ length: 1501 }, (_, at) => balance(at + 1)) })
    await latchkey.portfolio.refresh()
    const { balances, total, more, error } = latchkey.portfolio.state
    expect(error).toBeUndefined()
    expect(balances).toHaveLength(1501)
    expect(balances[0]).toMatchObject({ name: 'Token 1501', value: 1501 })
    expect(total).toBe((1501 * 1502) / 2)
    expect(more).toBe(false)
    await latchkey.dispose()
  })

  it("do not count towards the limit if they are on other networks than the account's network", async () => {
    const others = Array.from({ length: 6000 }, (_, at) => balance(at + 1, { chainId: 'eip155:999' }))
    const { latchkey } = await visit({ balances: [...others, balance(7)] })
    await latchkey.portfolio.refresh()
    expect(latchkey.portfolio.state).toMatchObject({ total: 7, more: false, balances: [{ name: 'Token 7' }] })
    await latchkey.dispose()
  })

  it('are listed up to the 5,000 most valuable, and the total still counts all of them', async () => {
    const { latchkey } = await visit({ balances: Array.from({ length: 5010 }, (_, at) => balance(at + 1)) })
    await latchkey.portfolio.refresh()
    const { balances, total, more } = latchkey.portfolio.state
    expect(more).toBe(true)
    expect(balances).toHaveLength(5000)
    expect(balances.at(-1)).toMatchObject({ value: 11 })
    expect(total).toBe((5010 * 5011) / 2)
    await latchkey.dispose()
  })

  it('are read again only after 30 s, even if they are too many to be stored', async () => {
    const { latchkey, reads, clock } = await visit({
      balances: Array.from({ length: 501 }, (_, at) => balance(at + 1)),
    })
    await latchkey.portfolio.refresh()
    await clock.advance(29_000)
    await latchkey.portfolio.refresh()
    expect(reads()).toBe(1)
    await clock.advance(2000)
    await latchkey.portfolio.refresh()
    expect(reads()).toBe(2)
    expect(latchkey.portfolio.state.balances).toHaveLength(501)
    await latchkey.dispose()
  })
})

describe('the activity of an account with long pages', () => {
  it('lists each of the 1,000 entries of a page, and the entries of the next page', async () => {
    const page = (from: number) => Array.from({ length: 1000 }, (_, at) => transaction(from - at))
    const { latchkey } = await visit({ pages: [page(5000), page(4000)] })
    await latchkey.activity.load()
    expect(latchkey.activity.state.transactions).toHaveLength(1000)
    await latchkey.activity.loadMore()
    expect(latchkey.activity.state.transactions.map(({ id }) => id)).toEqual(
      Array.from({ length: 2000 }, (_, at) => `tx${5000 - at}`),
    )
    await latchkey.dispose()
  })

  it('reports a failure if a page is too long to be read', async () => {
    const page = Array.from({ length: 5001 }, (_, at) => transaction(9000 - at))
    const { latchkey } = await visit({ pages: [page] })
    await latchkey.activity.load()
    expect(latchkey.activity.state).toMatchObject({
      transactions: [],
      error: { code: 'data/history-failed', cause: { code: 'http/invalid-body' } },
    })
    await latchkey.dispose()
  })
})
