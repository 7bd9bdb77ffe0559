import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { latchkeyError } from '../../../../src/core/errors/latchkey-error.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { blockscout } from '../../../../src/providers/blockscout/index.ts'
import {
  badAnswers,
  type FakeAnswer,
  fakeService,
  joined,
  scout,
} from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const owner = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8'
const account = `eip155:1:${owner}` as const
const other = '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC'
const usd = '0xA0b86991c6218b36c1d19D4a2e9Eb0cE3606eB48'
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const { party, token, transaction, transfer } = scout
const end = { next_page_params: null }

/** Imitates the host's own node. The account has 2.5 of a token with 6 decimals. */
async function node({ method, params = [] }: RpcRequest): Promise<never> {
  const [first] = params as readonly [{ readonly to: string; readonly data: string }]
  const word = (value: bigint) => `0x${value.toString(16).padStart(64, '0')}`
  const answers: Record<string, () => unknown> = {
    eth_blockNumber: () => '0x100',
    eth_getBlockByNumber: () => ({ hash: hashOf(0xc0) }),
    eth_getBalance: () => '0xde0b6b3a7640000',
    eth_call() {
      if (first.to.toLowerCase() !== usd.toLowerCase()) throw latchkeyError('node/execution-reverted')
      return first.data === '0x313ce567' ? word(6n) : word(2_500_000n)
    },
  }
  return answers[method]?.() as never
}

async function asking(answers: Readonly<Record<string, FakeAnswer>>, urlOf?: (url: string) => never) {
  const server = await fakeService({
    '/api/v2/blocks/192': () => ({ hash: hashOf(0xc0), height: 192 }),
    ...answers,
  })
  closing.push(server.close)
  const url = urlOf ? urlOf(server.url) : { 'eip155:1': server.url }
  return { server, ...(await joined([blockscout({ url })], node)) }
}
const wallet = `/api/v2/addresses/${owner}/`
const withHistory = (transactions: FakeAnswer, transfers: FakeAnswer = () => ({ items: [], ...end })) =>
  asking({ [`${wallet}transactions`]: transactions, [`${wallet}token-transfers`]: transfers })
const withTokens = (...items: readonly unknown[]) =>
  asking({ [`${wallet}tokens`]: () => ({ items, ...end }) })
const native = { name: 'Ether', symbol: 'ETH', decimals: 18, value: 10n ** 18n }
/** Returns Blockscout's entry for this token. Its amount differs from the amount at the node. */
const held = (address: string, more?: Readonly<Record<string, unknown>>) => ({
  token: token(address, more),
  token_id: null,
  token_instance: null,
  value: '999000000',
})

describe('the balances from Blockscout', () => {
  it("have the tokens that Blockscout lists, with the amounts that the host's node reports", async () => {
    const { balances } = await withTokens(held(usd))
    expect(await balances(account)).toEqual([
      native,
      {
        name: 'Test Dollar',
        symbol: 'tUSD',
        address: usd.toLowerCase(),
        decimals: 6,
        value: 2_500_000n,
        iconUrl: 'https://icons.example/usd.png',
      },
    ])
  })

  it('are read page by page', async () => {
    const { balances, server } = await asking({
      [`${wallet}tokens`]: (url) =>
        url.searchParams.has('items_count')
          ? { items: [held(usd)], ...end }
          : { items: [], next_page_params: { items_count: 50, value: '7', id: null } },
    })
    expect((await balances(account))?.map(({ symbol }) => symbol)).toEqual(['ETH', 'tUSD'])
    expect(
      server
        .asked()
        .filter(({ pathname }) => pathname.endsWith('/tokens'))
        .map(({ search }) => search),
    ).toEqual(['?type=ERC-20', '?type=ERC-20&items_count=50&value=7'])
  })

  it.each([
    ['that has 18 decimals at Blockscout and 6 at the node', { decimals: '18' }],
    ['with decimals that are not a whole number', { decimals: '6.5' }],
    ['with negative decimals', { decimals: '-6' }],
    ['without decimals', { decimals: null }],
    ['that is marked as a scam', { reputation: 'scam' }],
    ['that is an NFT', { type: 'ERC-721' }],
    ['with one wrong character in its address', { address_hash: usd.replace(/8$/, '9') }],
    ['whose address is invalid', { address_hash: '0x123' }],
  ])('omit a token %s', async (_kind, more) => {
    const { balances } = await withTokens(held(usd, more))
    expect(await balances(account)).toEqual([native])
  })

  it('have only the native coin of an account that Blockscout does not know', async () => {
    const { balances } = await asking({})
    expect(await balances(account)).toEqual([native])
  })

  it.each(Object.entries(badAnswers))('fail if Blockscout answers with %s', async (_kind, bad) => {
    const { balances } = await asking({ [`${wallet}tokens`]: bad })
    await expect(balances(account)).rejects.toMatchObject({ code: expect.stringMatching(/^http\//) })
  })

  it("fail if the host's node returns something that is not a number", async () => {
    const server = await fakeService({ [`${wallet}tokens`]: () => ({ items: [], ...end }) })
    closing.push(server.close)
    const { balances } = await joined([blockscout({ url: server.url })], async () => 'ten' as never)
    await expect(balances(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })

  it('are no longer read when the call is aborted', async () => {
    const { balances } = await asking({ [`${wallet}tokens`]: () => () => {} })
    const life = new AbortController()
    const asked = balances(account, { signal: life.signal })
    life.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('a network at Blockscout', () => {
  const otherChain = { '/api/v2/blocks/192': () => ({ hash: hashOf(0xbad), height: 192 }) }

  it("is refused if Blockscout and the host's node have different blocks", async () => {
    const { balances, transactions } = await asking(otherChain)
    await expect(balances(account)).rejects.toMatchObject({ code: 'http/invalid-body' })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it('is not covered if the URL for all networks serves another network', async () => {
    const { balances } = await asking(otherChain, (url) => url as never)
    expect(await balances(account)).toBeUndefined()
  })

  it('is covered only if it has a URL and belongs to eip155', async () => {
    const { balances, transactions, server } = await withTokens()
    expect(await balances(`eip155:10:${owner}`)).toBeUndefined()
    expect(await transactions('solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp:abc', undefined)).toBeUndefined()
    expect(server.requests).toEqual([])
  })
})

describe('the history from Blockscout', () => {
  const sent = (number: number, more: Readonly<Record<string, unknown>> = {}) =>
    transaction({ hash: hashOf(number), block_number: number, from: party(owner), to: party(other), ...more })
  const moved = (number: number, more: Readonly<Record<string, unknown>> = {}) =>
    transfer({
      transaction_hash: hashOf(number),
      block_number: number,
      from: party(other),
      to: party(owner),
      token: token(usd),
      ...more,
    })

  it('has one entry for each transaction, with the exact amounts', async () => {
    const { transactions } = await withHistory(
      () => ({
        items: [sent(9, { value: '1000000000000000001' }), sent(8, { status: 'error', value: '5' })],
        ...end,
      }),
      () => ({ items: [moved(10), moved(9)], ...end }),
    )
    const page = await transactions(account, undefined)
    const usdIn = {
      direction: 'in',
      quantity: '1.5',
      symbol: 'tUSD',
      name: 'Test Dollar',
      nft: false,
      imageUrl: 'https://icons.example/usd.png',
    }
    expect(page?.next).toBeUndefined()
    expect(page?.transactions).toMatchObject([
      {
        hash: hashOf(10),
        network: 'eip155:1',
        operation: 'receive',
        status: 'confirmed',
        transfers: [usdIn],
      },
      {
        hash: hashOf(9),
        operation: 'trade',
        from: owner.toLowerCase(),
        to: other.toLowerCase(),
        transfers: [{ direction: 'out', quantity: '1.000000000000000001', symbol: 'ETH' }, usdIn],
      },
      { hash: hashOf(8), status: 'failed', transfers: [] },
    ])
    expect(page?.transactions[0]?.at).toBe(Date.parse('2026-03-01T10:00:00Z'))
  })

  it('lists a transaction without a result as pending', async () => {
    const { transactions } = await withHistory(() => ({ items: [sent(9, { status: null })], ...end }))
    const page = await transactions(account, undefined)
    expect(page?.transactions).toMatchObject([{ hash: hashOf(9), status: 'pending' }])
  })

  const paged =
    (items: readonly unknown[], size: number): FakeAnswer =>
    (url) => {
      const from = Number(url.searchParams.get('index') ?? 0)
      const next = from + size
      return {
        items: items.slice(from, next),
        next_page_params: next < items.length ? { index: next, items_count: 50 } : null,
      }
    }

  it('merges the pages of transactions with the pages of transfers', async () => {
    // 60 transactions in pages of 20. Each transaction with an odd number has two transfers, which come in
    // pages of 15.
    const numbers = Array.from({ length: 60 }, (_, at) => 60 - at)
    const odd = numbers.filter((number) => number % 2 === 1)
    const { transactions } = await withHistory(
      paged(
        numbers.map((number) => sent(number)),
        20,
      ),
      paged(
        odd.flatMap((number) => [moved(number), moved(number, { log_index: 1 })]),
        15,
      ),
    )
    const pages = []
    let cursor: string | undefined
    do {
      const page = await transactions(account, cursor)
      pages.push(page!.transactions)
      // A cursor returns the same page each time.
      if (cursor !== undefined)
        expect(await transactions(account, cursor)).toMatchObject({ transactions: page!.transactions })
      cursor = page!.next
    } while (cursor !== undefined)
    expect(pages.map(({ length }) => length)).toEqual([25, 25, 10])
    expect(pages.flat().map(({ hash }) => Number(hash))).toEqual(numbers)
    expect(pages.flat().map(({ transfers }) => transfers.length)).toEqual(
      numbers.map((number) => (number % 2) * 2),
    )
  })

  it.each([
    ['fill a page of transfers each', 25, 50],
    ['have more transfers than one page of the history can read together', 2, 400],
  ])('has all transactions if they %s', async (_kind, count, size) => {
    const numbers = Array.from({ length: count }, (_, at) => count - at)
    const moves = numbers.flatMap((number) =>
      Array.from({ length: size }, (_, index) => moved(number, { log_index: index })),
    )
    const { transactions, server } = await withHistory(
      paged(
        numbers.map((number) => sent(number)),
        50,
      ),
      paged(moves, 50),
    )
    const found = []
    let cursor: string | undefined
    do {
      const before = server.requests.length
      const page = await transactions(account, cursor)
      expect(page!.transactions).not.toEqual([])
      expect(server.requests.length - before).toBeLessThan(25)
      found.push(...page!.transactions)
      cursor = page!.next
    } while (cursor !== undefined)
    expect(found.map(({ hash }) => Number(hash))).toEqual(numbers)
    expect(found.every(({ transfers }) => transfers.length === 50)).toBe(true)
  })

  it('has the transactions that are older than hundreds of transfers of scam tokens', async () => {
    const scams = Array.from({ length: 600 }, (_, at) =>
      moved(1000 - at, { token: token(usd, { reputation: 'scam' }) }),
    )
    const { transactions } = await withHistory(
      () => ({ items: [sent(8)], ...end }),
      paged([...scams, moved(9)], 50),
    )
    const first = await transactions(account, undefined)
    expect(first?.transactions).toEqual([])
    expect(first?.next).toBeDefined()
    const second = await transactions(account, first?.next)
    expect(second?.transactions.map(({ hash }) => Number(hash))).toEqual([9, 8])
    expect(second?.next).toBeUndefined()
  })

  it('marks a transfer of the amount 0 as address poisoning', async () => {
    const { transactions } = await withHistory(
      () => ({ items: [], ...end }),
      () => ({ items: [moved(7, { total: { decimals: '6', value: '0' } }), moved(6)], ...end }),
    )
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ isPoisoning }) => isPoisoning)).toEqual([true, false])
  })

  it.each([
    ["decimals that differ from the token's decimals", { total: { decimals: '18', value: '1500000' } }],
    ['a negative amount', { total: { decimals: '6', value: '-1' } }],
    ['a token that is marked as a scam', { token: token(usd, { reputation: 'scam' }) }],
    ['an invalid hash', { transaction_hash: '0x1' }],
    ['an invalid time', { timestamp: 'yesterday' }],
  ])('omits a transfer with %s', async (_kind, more) => {
    const { transactions } = await withHistory(
      () => ({ items: [], ...end }),
      () => ({ items: [moved(7, more), moved(6)], ...end }),
    )
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ hash }) => Number(hash))).toEqual([6])
  })

  it.each([
    ['is of another account', { items: [sent(5), sent(4, { from: party(other) })], ...end }],
    [
      'has one wrong character in the address of the account',
      { items: [sent(5), sent(4, { from: party(owner.replace(/8$/, '9')) })], ...end },
    ],
    ['is not sorted', { items: [sent(4), sent(5)], ...end }],
    [
      'has an invalid query for the next page',
      { items: [sent(5)], next_page_params: { block: { number: 1 } } },
    ],
    ['repeats its pages without end', { items: [sent(5)], next_page_params: { index: 1 } }],
  ])('is refused if the answer %s', async (_kind, answer) => {
    const { transactions } = await withHistory(() => answer)
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each(Object.entries(badAnswers))('fails if Blockscout answers with %s', async (_kind, bad) => {
    const { transactions } = await withHistory(bad)
    await expect(transactions(account, undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^http\//),
    })
  })

  it('fails with a rate limit error if Blockscout requests a long pause', async () => {
    const { transactions } = await withHistory(
      () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': '60' }).end('{}'),
    )
    await expect(transactions(account, undefined)).rejects.toMatchObject({
      code: 'rpc/limit-exceeded',
      details: expect.stringMatching(/^127\.0\.0\.1:\d+ allows fewer requests/),
    })
  })

  it('continues with the cursor of another client', async () => {
    const numbers = Array.from({ length: 30 }, (_, at) => 30 - at)
    const all: FakeAnswer = () => ({ items: numbers.map((number) => sent(number)), ...end })
    const [first, second] = [await withHistory(all), await withHistory(all)]
    const page = await first.transactions(account, undefined)
    const rest = await second.transactions(account, page?.next)
    expect(rest?.transactions.map(({ hash }) => Number(hash))).toEqual([5, 4, 3, 2, 1])
  })

  it.each(['', '7', '{', '[]', `{"account":"${owner.toLowerCase()}","below":"1"}`])(
    'is not read with the invalid cursor %j',
    async (cursor) => {
      const { transactions } = await withHistory(() => ({ items: [sent(5)], ...end }))
      await expect(transactions(account, `0:${cursor}`)).rejects.toMatchObject({
        code: 'validation/invalid-input',
      })
    },
  )

  it('is not read with the cursor of another account', async () => {
    const numbers = Array.from({ length: 30 }, (_, at) => 30 - at)
    const { transactions } = await withHistory(() => ({
      items: numbers.map((number) => sent(number)),
      ...end,
    }))
    const page = await transactions(account, undefined)
    expect(page?.next).toBeDefined()
    await expect(transactions(`eip155:1:${other}`, page?.next)).rejects.toMatchObject({
      code: 'validation/invalid-input',
    })
  })
})
