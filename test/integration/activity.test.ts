import type { ServerResponse } from 'node:http'
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest'
import { eip155 } from '../../src/adapters/eip155/index.ts'
import { createLatchkey } from '../../src/client/create-latchkey.ts'
import { externalConnector } from '../../src/connectors/external.ts'
import type { CaipAddress } from '../../src/core/chain/caip.ts'
import type { LatchkeyOptions } from '../../src/core/options/options.ts'
import type { DataProviderFactory } from '../../src/core/wallet/data-provider.ts'
import type { Devnet } from '../../src/devnet/start-devnet.ts'
import { systemClock } from '../../src/platform/system-clock.ts'
import { memoryPlatform } from '../../src/testing/memory-platform.ts'
import { createEip155Wallet } from '../../src/testing/wallets/eip155.ts'
import { accountWorld, type DataAnswer, dataServer, knows } from '../support/account-world.ts'
import { eip155Chain } from '../support/eip155-chain.ts'
import { leaseDevnet, leaseTimeout } from '../support/leased-devnet.ts'

let devnet: Devnet
beforeAll(async () => {
  devnet = await leaseDevnet({ families: ['eip155'] })
}, leaseTimeout)
afterAll(() => devnet?.stop())

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const here = () => devnet.networks.find(({ chainNamespace }) => chainNamespace === 'eip155')!
const bob = () => devnet.accounts.bob!.eip155!.address

/** Builds a transaction in the data service's format. */
const item = (
  id: string,
  { metadata = {}, ...more }: { metadata?: object; [field: string]: unknown } = {},
) => ({
  id,
  metadata: {
    operationType: 'receive',
    hash: `0x${id.charCodeAt(0).toString(16).padStart(64, '0')}`,
    chain: here().caipNetworkId,
    minedAt: '2023-05-04T10:00:00.000Z',
    sentFrom: `0x${'1'.repeat(40)}`,
    sentTo: `0x${'2'.repeat(40)}`,
    status: 'confirmed',
    nonce: 1,
    ...metadata,
  },
  transfers: [
    {
      fungible_info: { name: 'Ether', symbol: 'ETH', icon: { url: 'https://icons.example/e.png' } },
      direction: 'in',
      quantity: { numeric: '0.5' },
    },
  ],
  ...more,
})
const nft = (is_spam: boolean) => ({
  nft_info: {
    name: 'Ape',
    flags: { is_spam },
    content: { preview: { url: 'https://x.example/a', content_type: null } },
  },
  direction: 'in',
  quantity: { numeric: '1' },
})

async function world(
  history: DataAnswer,
  answers: Readonly<Record<string, DataAnswer>> = {},
  options: Partial<LatchkeyOptions> = {},
) {
  const server = await dataServer({ 'supported-chains': knows(here()), history, ...answers })
  closing.push(server.close)
  const made = await accountWorld(devnet, {
    endpoints: { data: server.url },
    projectId: 'project',
    ...options,
  })
  closing.push(made.dispose)
  const { activity } = made.latchkey
  return { ...made, server, activity, ids: () => activity.state.transactions.map(({ id }) => id) }
}
const pages =
  (all: Readonly<Record<string, object>>): DataAnswer =>
  ({ url }) =>
    all[url.searchParams.get('cursor') ?? 'first']

describe('the activity of an account', () => {
  it('is requested page by page, with the fields of the specification', async () => {
    const { activity, server, ids, alice } = await world(
      pages({ first: { data: [item('b')], next: 'two' }, two: { data: [item('a')], next: null } }),
    )
    expect(activity.getInitialSnapshot()).toMatchObject({ transactions: [], off: false, empty: false })
    await activity.load()
    expect(activity.state).toMatchObject({ next: 'two', loading: false, empty: false, error: undefined })
    await Promise.all([activity.loadMore(), activity.loadMore()])
    expect(ids()).toEqual(['b', 'a'])
    expect(activity.state.next).toBeUndefined()
    await activity.loadMore()
    const path = `/v1/account/${alice.split(':')[2]}/history?projectId=project&st=latchkey&sv=html-eip155-0.1.0`
    const chain = `chainId=${encodeURIComponent(here().caipNetworkId)}`
    expect(server.asked('history').map((each) => each.path)).toEqual([
      `${path}&${chain}`,
      `${path}&cursor=two&${chain}`,
    ])
  })

  it("is sorted newest first, and grouped by month in the visitor's time zone", async () => {
    const at = (minedAt: string) => ({ metadata: { minedAt } })
    const { activity, ids } = await world(
      pages({
        first: {
          data: [item('old', at('2022-12-31T12:00:00Z')), item('new', at('2023-05-09T12:00:00Z'))],
          next: 'two',
        },
        two: {
          data: [
            item('old', at('2022-12-31T12:00:00Z')),
            item('mid', at('2023-05-02T12:00:00Z')),
            item('jan', at('2023-01-15T12:00:00Z')),
          ],
          next: null,
        },
      }),
    )
    await activity.load()
    await activity.loadMore()
    expect(ids()).toEqual(['new', 'mid', 'jan', 'old'])
    const grouped = Object.entries(activity.state.byYear).map(([year, months]) => [
      year,
      Object.entries(months).map(([month, list]) => [month, list.map(({ id }) => id)]),
    ])
    expect(grouped).toEqual([
      ['2022', [['11', ['old']]]],
      [
        '2023',
        [
          ['0', ['jan']],
          ['4', ['new', 'mid']],
        ],
      ],
    ])
  })

  it('omits spam, other networks and unreadable entries, and keeps approvals', async () => {
    const { activity, ids } = await world(
      pages({
        first: {
          data: [
            item('spam', { transfers: [nft(true), nft(true)] }),
            item('half', { transfers: [nft(true), nft(false)] }),
            item('approval', { transfers: [], metadata: { operationType: 'approve' } }),
            item('elsewhere', { metadata: { chain: 'eip155:1' } }),
            item('never', { metadata: { minedAt: 'yesterday' } }),
            item('tomorrow', { metadata: { minedAt: '9999-01-01T00:00:00Z' } }),
            item('', {}),
            { id: 'bare' },
            null,
            'text',
          ],
          next: null,
        },
      }),
    )
    await activity.load()
    expect(ids().sort()).toEqual(['approval', 'half'])
  })

  it('keeps an entry, but omits its invalid fields and unreadable transfers', async () => {
    const { activity } = await world(
      pages({
        first: {
          data: [
            item('evil', {
              metadata: { sentTo: '0x12 \u202e<script>', operationType: 'receive' },
              transfers: [
                {
                  fungible_info: {
                    name: 'E\u202eth\u0007er'.repeat(1),
                    symbol: `E\u200bTH${'x'.repeat(1000)}`,
                    icon: { url: 'javascript:alert(1)' },
                  },
                  direction: 'sideways',
                  quantity: { numeric: '0.000' },
                },
                { fungible_info: null, quantity: { numeric: '1e99' } },
                { quantity: { numeric: -1 } },
                7,
              ],
            }),
          ],
        },
      }),
    )
    await activity.load()
    const [only] = activity.state.transactions
    expect(only).toMatchObject({ to: undefined, isPoisoning: true })
    expect(only?.transfers).toEqual([
      {
        name: 'Ether',
        symbol: `ETH${'x'.repeat(29)}`,
        nft: false,
        imageUrl: undefined,
        direction: undefined,
        quantity: '0.000',
      },
    ])
  })

  it('is read page after page while the pages contain nothing to show, up to a limit', async () => {
    const { activity, server, ids } = await world(({ url }) => {
      const page = Number(url.searchParams.get('cursor') ?? 0)
      return {
        data: page === 3 ? [item('a')] : [item(`s${page}`, { transfers: [nft(true)] })],
        next: `${page + 1}`,
      }
    })
    await activity.load()
    expect(ids()).toEqual(['a'])
    expect(server.asked('history')).toHaveLength(4)
    await activity.loadMore()
    expect(server.asked('history')).toHaveLength(9)
  })

  it('is read only up to a cursor that the service repeats', async () => {
    const { activity, server } = await world(() => ({ data: [item('a')], next: 'same' }))
    await activity.load()
    await activity.loadMore()
    await activity.loadMore()
    await activity.loadMore()
    expect(server.asked('history')).toHaveLength(2)
    expect(activity.state.next).toBeUndefined()
  })

  it('is not requested on a network that the service does not support', async () => {
    const { activity, server, latchkey, other } = await world(() => ({ data: [], next: null }))
    await activity.load()
    expect(activity.state).toMatchObject({ empty: true, error: undefined })
    await latchkey.switchNetwork(other.caipNetworkId)
    expect(activity.state).toMatchObject({ empty: false, transactions: [] })
    await activity.load()
    expect(activity.state).toMatchObject({ empty: true, error: undefined })
    expect(server.asked('history')).toHaveLength(1)
  })

  it("can't be requested without a connected account", async () => {
    const { activity, latchkey, server } = await world(() => ({ data: [] }))
    await latchkey.disconnect()
    const message = "Transactions can't be fetched without an accountAddress"
    await expect(activity.load()).rejects.toMatchObject({ code: 'validation/account-required', message })
    await expect(activity.loadMore()).rejects.toMatchObject({ message })
    expect(server.requests).toEqual([])
  })

  it('is dropped if it arrives after the visitor switched to another account', async () => {
    const late: ((body: object) => void)[] = []
    const { activity, wallet, alice } = await world(
      () => (response: ServerResponse) => late.push((body) => response.end(JSON.stringify(body))),
    )
    const slow = activity.load()
    await expect.poll(() => late.length, { message: 'the first page is requested' }).toBe(1)
    await wallet.select(bob())
    await expect
      .poll(() => activity.state.account, { message: 'the other account is active' })
      .not.toBe(alice)
    late[0]!({ data: [item('a')], next: 'two' })
    await slow
    expect(activity.state).toMatchObject({
      transactions: [],
      next: undefined,
      loading: false,
      empty: false,
      error: undefined,
    })
  })

  it('is cleared by activity.reset()', async () => {
    const { activity } = await world(() => ({ data: [item('a')], next: 'two' }))
    await activity.load()
    await activity.reset()
    expect(activity.state).toMatchObject({ transactions: [], byYear: {}, next: undefined, empty: false })
  })
})

describe('an activity service that', () => {
  it.each<[string, DataAnswer]>([
    ['answers with HTML', () => (response: ServerResponse) => response.end('<html>')],
    ['answers in another format', () => ({ transactions: [] })],
    ['answers with an object instead of the list', () => ({ data: {}, next: null })],
    ['answers with an invalid cursor', () => ({ data: [], next: 7 })],
    ['answers with null', () => null],
    [
      'answers with a body of 11 MB',
      () => (response: ServerResponse) => response.end(' '.repeat(11_000_000)),
    ],
    ['answers with 401', () => (response: ServerResponse) => response.writeHead(401).end()],
    ['never answers', () => () => {}],
  ])('%s causes the error "Failed to fetch transactions", an empty list and no cursor', async (_, answer) => {
    let broken = false
    const { activity, latchkey } = await world((request) =>
      broken ? answer(request) : { data: [item('a')], next: 'two' },
    )
    await activity.load()
    broken = true
    await activity.loadMore()
    expect(activity.state).toMatchObject({
      loading: false,
      empty: true,
      next: undefined,
      error: { code: 'data/history-failed', message: 'Failed to fetch transactions' },
    })
    expect(latchkey.snackbar.state).toMatchObject({
      message: 'Failed to fetch transactions',
      variant: 'error',
    })
    broken = false
    await activity.load()
    expect(activity.state).toMatchObject({ empty: false, error: undefined, next: 'two' })
  })
})

describe('a transaction that was sent through the client', () => {
  const send = async (
    { latchkey, alice }: Awaited<ReturnType<typeof world>>,
    amount = 1_500_000_000_000_000n,
  ) => {
    const adapter = await latchkey.adapter('eip155')
    return adapter.send({ from: alice, to: bob(), amount })
  }

  /** Opens pages of one browser. */
  function browser() {
    const platform = memoryPlatform({ clock: systemClock, fetch: (input, init) => fetch(input, init) })
    const { secret } = devnet.accounts.alice!.eip155!
    const chains = [{ id: Number(here().id), rpcUrl: here().rpcUrls.default.http[0]! }]
    const wallet = createEip155Wallet({ privateKeys: [secret], chains })
    const visit = async () => {
      const latchkey = createLatchkey({
        ...{ networks: [here()], adapters: [eip155()], platform, name: 'visits' },
        connectors: [externalConnector({ id: 'keys', name: 'Keys', provider: wallet.provider })],
        enableEIP6963: false,
        enableInjected: false,
      })
      closing.push(() => latchkey.dispose())
      await latchkey.connect({ connectorId: 'keys' })
      const alice = latchkey.account.state.eip155.caipAddress as CaipAddress<'eip155'>
      const listed = () => latchkey.activity.state.transactions.map(({ hash, status }) => [hash, status])
      return { latchkey, alice, listed }
    }
    return { platform, visit }
  }

  it('is listed again on the next visit until it is final', async () => {
    const { visit } = browser()
    const first = await visit()
    const adapter = await first.latchkey.adapter('eip155')
    const { hash } = await adapter.send({ from: first.alice, to: bob(), amount: 3n })
    await expect
      .poll(first.listed, { message: 'the transaction is confirmed' })
      .toEqual([[hash, 'confirmed']])
    await first.latchkey.dispose()

    const second = await visit()
    await expect
      .poll(second.listed, { message: 'the next visit lists the transaction' })
      .toEqual([[hash, 'confirmed']])
  })

  it('is listed by a tab that was open before another tab sent it', async () => {
    const { platform, visit } = browser()
    const first = await visit()
    const adapter = await first.latchkey.adapter('eip155')
    const { hash } = await adapter.send({ from: first.alice, to: bob(), amount: 3n })
    await first.latchkey.dispose()
    const { storage } = platform
    const key = '@latchkey/sent'
    const stored = storage.get(key)!
    storage.remove(key)
    const { latchkey, listed } = await visit()
    // The other tab has ended, so it reports no further change.
    storage.set(key, stored)
    const settled: string[] = []
    latchkey.activity.on('settled', (event) => settled.push(event.hash))
    await latchkey.activity.load()
    await expect.poll(listed, { message: 'the tab lists the transaction' }).toEqual([[hash, 'confirmed']])
    await expect.poll(() => settled, { message: 'the transaction settles' }).toEqual([hash])
  })

  it('is listed as pending at once, and as confirmed when it is mined', async () => {
    const made = await world(() => ({ data: [], next: null }))
    const seen: (string | undefined)[] = []
    made.activity.subscribe(() => seen.push(made.activity.state.transactions[0]?.status))
    const { hash } = await send(made)
    await expect
      .poll(() => made.activity.state.transactions[0]?.status, { message: 'the transaction is confirmed' })
      .toBe('confirmed')
    expect(seen).toContain('pending')
    expect(made.activity.state.transactions).toMatchObject([
      {
        hash,
        network: here().caipNetworkId,
        operation: 'send',
        to: bob(),
        transfers: [{ direction: 'out', quantity: '0.0015', symbol: 'ETH' }],
      },
    ])
  })

  it('is listed only once if the service reports a transaction with the same hash', async () => {
    let known: string | undefined
    const made = await world(() => ({
      data: known ? [item('indexed', { metadata: { hash: known.toUpperCase().replace('X', 'x') } })] : [],
      next: null,
    }))
    await made.activity.load()
    expect(made.activity.state.empty).toBe(true)
    const { hash } = await send(made)
    await expect
      .poll(() => made.activity.state.transactions.length, { message: 'the sent transaction is listed' })
      .toBe(1)
    expect(made.activity.state.empty).toBe(false)
    known = hash
    await expect
      .poll(() => made.activity.state.transactions[0]?.status, { message: 'the transaction is confirmed' })
      .toBe('confirmed')
    await made.activity.load()
    expect(made.ids()).toEqual(['indexed'])
  })

  it('is listed only once while the service reports the same transaction as pending', async () => {
    let known: string | undefined
    const made = await world(() => ({
      data: known ? [item('indexed', { metadata: { hash: known, status: 'pending' } })] : [],
      next: null,
    }))
    known = (await send(made)).hash
    await expect
      .poll(() => made.activity.state.transactions[0]?.status, { message: 'the transaction is confirmed' })
      .toBe('confirmed')
    await made.activity.load()
    expect(made.ids()).toEqual(['indexed'])
  })

  it('is pending until a node knows its outcome, even if the service lists it as failed', async () => {
    let known: string | undefined
    const made = await world(() => ({
      data: known ? [item('indexed', { metadata: { hash: known, status: 'failed' } })] : [],
      next: null,
    }))
    const chain = eip155Chain(devnet.networks, made.alice, '')
    const settled: string[] = []
    made.activity.on('settled', ({ status }) => settled.push(status))
    const mine = await chain.holdBlocks(here().caipNetworkId)
    try {
      known = (await send(made)).hash
      await made.activity.load()
      expect(made.activity.state.transactions).toMatchObject([{ hash: known, status: 'pending' }])
      expect(settled).toEqual([])
    } finally {
      await mine()
    }
    await expect
      .poll(() => made.activity.state.transactions.length === 1 && settled, {
        message: 'the node has answered',
      })
      .toEqual(['confirmed'])
  })

  it('stays listed if it settles while the next page is loading', async () => {
    let known: string | undefined
    const late: Record<string, (body: object) => void> = {}
    const later = (name: string) => (response: ServerResponse) => {
      late[name] = (body) => response.end(JSON.stringify(body))
    }
    const made = await world(({ url }) => {
      const cursor = url.searchParams.get('cursor')
      if (known || cursor) return later(cursor ?? 'first')
      return { data: [item('b')], next: 'two' }
    })
    await made.activity.load()
    known = (await send(made)).hash
    await expect.poll(() => late.first, { message: 'the settled transaction is looked for' }).toBeDefined()
    const more = made.activity.loadMore()
    await expect.poll(() => late.two, { message: 'the next page is requested' }).toBeDefined()
    late.first!({ data: [item('indexed', { metadata: { hash: known } }), item('b')], next: 'two' })
    await expect.poll(made.ids, { message: 'the service lists the transaction' }).toContain('indexed')
    late.two!({ data: [item('a')], next: null })
    await more
    expect(made.ids().sort()).toEqual(['a', 'b', 'indexed'])
  })

  it('is listed if it settles while the first pages are loading', async () => {
    let known: string | undefined
    let release: (() => void) | undefined
    const made = await world(({ url }) => {
      if (url.searchParams.has('cursor'))
        return (response: ServerResponse) => {
          release = () => response.end(JSON.stringify({ data: [item('a')], next: null }))
        }
      const indexed = known ? [item('indexed', { metadata: { hash: known } })] : []
      return { data: [item('s', { transfers: [nft(true)] }), ...indexed], next: 'two' }
    })
    const loading = made.activity.load()
    await expect.poll(() => release, { message: 'the second page is requested' }).toBeDefined()
    let settled = false
    made.activity.on('settled', () => (settled = true))
    known = (await send(made)).hash
    await expect.poll(() => settled, { message: 'the transaction has settled' }).toBe(true)
    // Give a request for the first page, which must wait, the time to be answered.
    for (let turn = 0; turn < 5; turn++) await fetch(`${made.server.url}/nothing`)
    release!()
    await loading
    await expect
      .poll(() => made.ids().sort(), { message: 'both transactions are listed' })
      .toEqual(['a', 'indexed'])
  })

  it('is listed only once if its id differs when a later transaction has settled', async () => {
    const known: string[] = []
    const made = await world(() => ({
      data: known.map((hash) => item(`${known.length}:${hash}`, { metadata: { hash } })),
      next: null,
    }))
    known.push((await send(made)).hash)
    await made.activity.load()
    expect(made.ids()).toEqual([`1:${known[0]}`])
    known.push((await send(made)).hash)
    await expect
      .poll(() => made.ids().filter((id) => id.startsWith('2:')), {
        message: 'the list is refreshed when the later transaction has settled',
      })
      .toHaveLength(2)
    expect(made.ids()).toHaveLength(2)
  })

  it('causes no transaction to be listed twice if a provider answers the refresh of the list', async () => {
    const hashOf = (id: string) => item(id).metadata.hash
    const provider: DataProviderFactory = {
      name: 'own',
      covers: ['history'],
      create: async () => ({
        transactions: async () => ({
          transactions: ['a', 'b'].map((id) => ({
            ...{ id: `own:${id}`, hash: hashOf(id), network: here().caipNetworkId, at: 1_683_000_000_000 },
            ...{ operation: 'receive', status: 'confirmed', transfers: [], isPoisoning: false },
          })),
          next: undefined,
        }),
      }),
    }
    let isDown = false
    const made = await world(
      ({ url }) => {
        if (isDown) return { data: [], next: 7 }
        if (!url.searchParams.has('cursor')) return { data: [item('a')], next: 'two' }
        return { data: [item('b'), item('c')], next: null }
      },
      {},
      { providers: [provider] },
    )
    await made.activity.load()
    expect(made.ids()).toEqual(['a'])
    isDown = true
    const { hash } = await send(made)
    await expect
      .poll(() => made.ids(), { message: 'the provider lists its transactions' })
      .toEqual(expect.arrayContaining(['own:a', 'own:b']))
    isDown = false
    await made.activity.loadMore()
    const hashes = made.activity.state.transactions.map((one) => one.hash)
    expect(hashes.toSorted()).toEqual([hash, hashOf('a'), hashOf('b'), hashOf('c')].toSorted())
  })

  it('is listed only for the account that sent it', async () => {
    const made = await world(() => ({ data: [], next: null }))
    await send(made)
    await expect
      .poll(() => made.activity.state.transactions.length, { message: 'the sent transaction is listed' })
      .toBe(1)
    await made.wallet.select(bob())
    await expect
      .poll(() => made.activity.state.account, { message: 'the other account is active' })
      .not.toBe(made.alice)
    expect(made.activity.state.transactions).toEqual([])
  })

  it('is listed without a request if the host names no service', async () => {
    const made = await accountWorld(devnet)
    closing.push(made.dispose)
    const { activity } = made.latchkey
    expect(activity.getInitialSnapshot().off).toBe(true)
    await activity.load()
    expect(activity.state).toMatchObject({ off: true, transactions: [] })
    expect(activity.state.error).toBeUndefined()
    const adapter = await made.latchkey.adapter('eip155')
    await adapter.send({ from: made.alice, to: bob(), amount: 1n })
    await expect
      .poll(() => activity.state.transactions[0]?.status, { message: 'the transaction is confirmed' })
      .toBe('confirmed')
  })

  it('is dropped from the list when 99 newer transactions are pending', async () => {
    const { latchkey, alice } = await world(() => ({ data: [], next: null }))
    const { activity } = latchkey
    await activity.load()
    const sent = (activity as unknown as { sent(event: object): Promise<void> }).sent
    const waiting = Array.from({ length: 120 }, (_, at) =>
      sent({ namespace: 'eip155', from: alice, network: 'eip155:404', hash: `0x${at}`, connectionId: '' }),
    )
    await Promise.all(waiting)
    expect(activity.state.transactions).toHaveLength(99)
    expect(activity.state.transactions.some(({ hash }) => hash === '0x119')).toBe(true)
  })
})

describe('a server that renders a page', () => {
  it('shows the activity and the balances in their initial state', () => {
    const latchkey = createLatchkey({ networks: [here()], platform: memoryPlatform(), name: 'rendered' })
    closing.push(() => latchkey.dispose())
    expect(latchkey.activity.getInitialSnapshot()).toMatchObject({ transactions: [], byYear: {}, off: true })
    expect(latchkey.portfolio.getInitialSnapshot()).toMatchObject({ balances: [], loading: false })
  })
})
