import { afterEach, describe, expect, it } from 'vitest'
import type { Latchkey } from '../../../../../src/client/create-latchkey.ts'
import { memoryPlatform } from '../../../../../src/testing/memory-platform.ts'
import { clientWorld, one } from '../../../../support/client-world.ts'
import { settledPayment } from '../../../../support/settled-payment.ts'

const opened: Latchkey[] = []
afterEach(async () => {
  for (const latchkey of opened.splice(0)) await latchkey.dispose()
})

/** Connects a client that gets the answers of its data service from `fetch`. */
async function connected(fetch: (input: string | URL) => Promise<Response>) {
  const { latchkey, wallet, clock, families } = clientWorld({
    networks: [one],
    endpoints: { data: 'https://data.example' },
    surroundings: memoryPlatform({ fetch: fetch as never }),
  })
  opened.push(latchkey)
  const payment = settledPayment(families.eip155)
  await latchkey.connect({ connectorId: 'a' })
  const { portfolio } = latchkey
  await portfolio.prepare()
  return { latchkey, portfolio, wallet, clock, payment }
}

/** Connects a client whose data service answers a request for balances when the test calls its function in `waiting`. */
async function visit() {
  const waiting: ((held: string) => void)[] = []
  const asked: URL[] = []
  const fetch = async (input: string | URL) => {
    const url = new URL(input)
    if (url.pathname.endsWith('/supported-chains')) return Response.json({ http: [one.caipNetworkId] })
    asked.push(url)
    const held = await new Promise<string>((resolve) => waiting.push(resolve))
    const coin = { name: 'Coin', symbol: 'COIN', chainId: one.caipNetworkId, price: 1 }
    return Response.json({ balances: [{ ...coin, quantity: { decimals: '18', numeric: held } }] })
  }
  const { latchkey, portfolio, wallet, clock, payment } = await connected(fetch)
  const requested = (count: number) =>
    expect.poll(() => waiting.length, { message: `${count} requests have been sent` }).toBe(count)
  const shown = () => portfolio.state.balances.map(({ amount }) => amount.value)
  return { latchkey, portfolio, wallet, clock, payment, waiting, asked, requested, shown }
}

/** Connects a client whose data service lists one NFT per page. A page is answered when the test calls its function. */
async function gallery() {
  const waiting: (() => void)[] = []
  const asked: string[] = []
  let name = 'A'
  const fetch = async (input: string | URL) => {
    const { pathname, searchParams } = new URL(input)
    if (pathname.endsWith('/supported-chains')) return Response.json({ http: [one.caipNetworkId] })
    if (!pathname.endsWith('/nfts')) return Response.json({})
    const page = searchParams.get('cursor') ?? '1'
    asked.push(page)
    await new Promise<void>((resolve) => waiting.push(resolve))
    const nft = {
      ...{ chainId: one.caipNetworkId, standard: 'erc721', contract: '0xc', tokenId: page, quantity: '1' },
      ...{ name: `${name}${page}`, collection: { name: '' }, description: '', imageUrl: '' },
    }
    return Response.json({ data: [nft], next: page === '3' ? null : String(Number(page) + 1) })
  }
  const { portfolio } = await connected(fetch)
  const requested = (count: number) =>
    expect.poll(() => waiting.length, { message: `${count} pages have been requested` }).toBe(count)
  const first = portfolio.loadNfts()
  await requested(1)
  waiting[0]!()
  await first
  return {
    ...{ portfolio, waiting, asked, requested },
    rename: () => {
      name = 'B'
    },
    shown: () => portfolio.state.nfts?.items.map((nft) => nft.name),
  }
}

const coins = (count: bigint) => count * 10n ** 18n

describe('a refresh of the balances', () => {
  it("with `fresh` doesn't use an earlier read that is still pending", async () => {
    const { portfolio, waiting, asked, requested, shown } = await visit()
    const earlier = portfolio.refresh()
    await requested(1)
    // Here, the account pays. The visitor asks twice.
    const fresh = [portfolio.refresh({ fresh: true }), portfolio.refresh({ fresh: true })]
    waiting[0]!('5')
    await earlier
    expect(shown()).toEqual([coins(5n)])
    await requested(2)
    expect(asked[1]!.searchParams.get('forceUpdate')).toBe('true')
    waiting[1]!('3')
    await Promise.all(fresh)
    expect(shown()).toEqual([coins(3n)])
    // Both fresh calls share one request.
    expect(asked).toHaveLength(2)
  })

  it('without `fresh` shares the pending read', async () => {
    const { portfolio, waiting, asked, requested } = await visit()
    const both = [portfolio.refresh(), portfolio.refresh()]
    await requested(1)
    waiting[0]!('5')
    await Promise.all(both)
    expect(asked).toHaveLength(1)
  })

  it('with `fresh` ends when its caller cancels it, even before its read begins', async () => {
    const { portfolio, requested } = await visit()
    void portfolio.refresh()
    await requested(1)
    const caller = new AbortController()
    const fresh = portfolio.refresh({ fresh: true, signal: caller.signal })
    caller.abort()
    await expect(fresh).rejects.toMatchObject({ code: 'flow/aborted' })
  })

  it('with `fresh` reads nothing for an account that the visitor has left', async () => {
    const { latchkey, portfolio, wallet, waiting, asked, requested, shown } = await visit()
    const earlier = portfolio.refresh()
    await requested(1)
    const fresh = portfolio.refresh({ fresh: true })
    wallet('a').showAccounts('eip155', 'other')
    await expect
      .poll(() => latchkey.account.state.eip155.address, { message: 'the other account is active' })
      .toBe('other')
    const other = portfolio.refresh()
    await requested(2)
    waiting[0]!('5')
    await Promise.all([earlier, fresh])
    // The reads of the other account are still shared.
    const shared = portfolio.refresh()
    waiting[1]!('7')
    await Promise.all([other, shared])
    expect(asked.map(({ pathname }) => pathname.includes('other'))).toEqual([false, true])
    expect(shown()).toEqual([coins(7n)])
  })
})

describe('a return to an account', () => {
  it('reads its balances anew once if its payment settled while another account was shown', async () => {
    const { latchkey, portfolio, wallet, payment, waiting, asked, requested, shown } = await visit()
    const own = latchkey.account.active.caipAddress!
    const earlier = portfolio.refresh()
    await requested(1)
    waiting[0]!('5')
    await earlier
    await payment.send(own, 'eip155:a')
    wallet('a').showAccounts('eip155', 'other', 'a-eip155')
    expect(portfolio.state.account).toBe('eip155:1:other')
    await payment.settle(latchkey)
    wallet('a').showAccounts('eip155', 'a-eip155', 'other')
    const later = portfolio.refresh()
    await requested(2)
    expect(asked[1]!.searchParams.get('forceUpdate')).toBe('true')
    waiting[1]!('3')
    await later
    expect(shown()).toEqual([coins(3n)])
    wallet('a').showAccounts('eip155', 'other', 'a-eip155')
    wallet('a').showAccounts('eip155', 'a-eip155', 'other')
    await portfolio.refresh()
    expect(shown()).toEqual([coins(3n)])
    expect(asked).toHaveLength(2)
  })

  it('reads its balances anew if the visitor left during the read after its payment', async () => {
    const { latchkey, portfolio, wallet, payment, waiting, requested, shown } = await visit()
    const earlier = portfolio.refresh()
    await requested(1)
    waiting[0]!('5')
    await earlier
    await payment.send(latchkey.account.active.caipAddress!, 'eip155:a')
    await payment.settle(latchkey)
    const left = portfolio.refresh()
    await requested(2)
    wallet('a').showAccounts('eip155', 'other', 'a-eip155')
    waiting[1]!('3')
    await left
    wallet('a').showAccounts('eip155', 'a-eip155', 'other')
    const later = portfolio.refresh()
    await requested(3)
    waiting[2]!('3')
    await later
    expect(shown()).toEqual([coins(3n)])
  })

  it('shows its cached balances if it has not paid', async () => {
    const { portfolio, wallet, waiting, asked, requested, shown } = await visit()
    const earlier = portfolio.refresh()
    await requested(1)
    waiting[0]!('5')
    await earlier
    wallet('a').showAccounts('eip155', 'other', 'a-eip155')
    wallet('a').showAccounts('eip155', 'a-eip155', 'other')
    await portfolio.refresh()
    expect(shown()).toEqual([coins(5n)])
    expect(asked).toHaveLength(1)
  })
})

describe('the NFTs of an account', () => {
  it('are read again from the first page, even if the next page is being read', async () => {
    const { portfolio, waiting, asked, requested, rename, shown } = await gallery()
    const more = [portfolio.loadMoreNfts(), portfolio.loadMoreNfts()]
    await requested(2)
    const again = [portfolio.loadNfts(), portfolio.loadNfts()]
    waiting[1]!()
    await Promise.all(more)
    expect(shown()).toEqual(['A1', 'A2'])
    rename()
    await requested(3)
    waiting[2]!()
    await Promise.all(again)
    expect(shown()).toEqual(['B1'])
    expect(asked).toEqual(['1', '2', '1'])
  })

  it('get their next page, even if the first page is being read again', async () => {
    const { portfolio, waiting, asked, requested, shown } = await gallery()
    const again = portfolio.loadNfts()
    await requested(2)
    const more = portfolio.loadMoreNfts()
    waiting[1]!()
    await again
    await requested(3)
    waiting[2]!()
    await more
    expect(shown()).toEqual(['A1', 'A2'])
    expect(asked).toEqual(['1', '1', '2'])
  })
})
