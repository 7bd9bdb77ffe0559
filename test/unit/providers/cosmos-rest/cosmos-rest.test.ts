import type { ServerResponse } from 'node:http'
import { base64 } from '@scure/base'
import { afterEach, describe, expect, it } from 'vitest'
import type { CosmosChain } from '../../../../src/core/chain/cosmos.ts'
import { decodeProto, encodeProto, textIn } from '../../../../src/core/protobuf.ts'
import type { RpcRequest } from '../../../../src/ports.ts'
import { cosmosRest } from '../../../../src/providers/cosmos-rest/index.ts'
import { joinProviders } from '../../../../src/services/data/joined-providers.ts'
import { memoryPlatform } from '../../../../src/testing/memory-platform.ts'
import { badAnswers, type FakeAnswer, fakeService } from '../../../support/fake-data-services.ts'
import { quickClock } from '../../../support/loopback.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const network = 'cosmos:cosmoshub-4'
const owner = 'cosmos1a0d206nnylpxf8ta9kcrff5mucja7h228xwxqs'
const other = 'cosmos1psr5x3kgra5fvm4gc4l6ufykn0nl3esdjeex8n'
const feeCollector = 'cosmos17xpfvakm2amg962yls6f84z3kell8c5lserqta'
const account = `${network}:${owner}` as const
const usdc = 'ibc/F663521BF1836B00F5F177680F74BFB9A8B5654A694D0D2BC249E03CF2509013'
const osmo = 'ibc/14F9BC3E44B8A9C1BE1FB08980FAB87034C9905EF17CF2F5008FC085218811CC'
const invalid = { code: 'http/invalid-body' }

const chain: CosmosChain = {
  bech32Prefix: 'cosmos',
  denom: 'uatom',
  gasPrice: '0.025',
  currencies: [{ denom: usdc, symbol: 'USDC', decimals: 6 }],
}
const info = '/cosmos/base/tendermint/v1beta1/node_info'
const bank = `/cosmos/bank/v1beta1/balances/${owner}`
const txs = '/cosmos/tx/v1beta1/txs'

interface Node {
  readonly balances: Readonly<Record<string, bigint>>
  /** The decimals of each denomination in the network's metadata. */
  readonly metadata?: Readonly<Record<string, number>>
  /** The amount of native coins that can be sent. Undefined imitates an older node without this query. */
  readonly free?: bigint
}
/** A node's answers to `abci_query`, in the protobuf format of the bank module. */
function nodeOf({ balances, metadata = {}, free }: Node) {
  const coin = (denom: string, amount: bigint) =>
    encodeProto([1, encodeProto([1, denom], [2, String(amount)])])
  return async ({ method, params }: RpcRequest) => {
    expect(method).toBe('abci_query')
    const { path, data } = params as { path: string; data: string }
    const fields = decodeProto(Buffer.from(data, 'hex'))!
    const [, query] = /Query\/(\w+)$/.exec(path) ?? []
    const denom = textIn(fields, query === 'DenomMetadata' ? 1 : 2)!
    const reply = (code: number, value?: Uint8Array) => ({
      response: { code, value: value ? base64.encode(value) : null },
    })
    if (query === 'Balance') return reply(0, coin(denom, balances[denom] ?? 0n))
    if (query === 'SpendableBalanceByDenom')
      return free === undefined ? reply(6) : reply(0, coin('uatom', free))
    const decimals = metadata[denom]
    if (decimals === undefined) return reply(22)
    const units = [encodeProto([1, denom]), encodeProto([1, 'shown'], [2, BigInt(decimals)])]
    return reply(
      0,
      encodeProto([
        1,
        encodeProto([2, units[0]], [2, units[1]], [3, denom], [4, 'shown'], [5, 'The token'], [6, 'TKN']),
      ]),
    )
  }
}

async function asking(
  answers: Readonly<Record<string, FakeAnswer>>,
  {
    node = nodeOf({ balances: { uatom: 5n }, free: 5n }) as (request: RpcRequest) => Promise<unknown>,
    urlOf = (url: string): string | Readonly<Record<string, string>> => ({ [network]: url }),
    known = (id: string) => (id.startsWith('cosmos:') ? chain : undefined),
  } = {},
) {
  const server = await fakeService({
    [info]: () => ({ default_node_info: { network: 'cosmoshub-4' }, application_version: {} }),
    ...answers,
  })
  closing.push(server.close)
  const clock = quickClock(100, 1)
  const platform = memoryPlatform({ clock, fetch: (input, init) => fetch(input, init) })
  const data = await joinProviders(
    [cosmosRest({ url: urlOf(server.url) as never })],
    platform,
    {
      rpc: () => ({ request: node as never }),
      coin: () => ({ name: 'Cosmos Hub Atom', symbol: 'ATOM', decimals: 6 }),
      cosmos: known,
      currency: 'usd',
    },
    undefined,
  )
  return { server, ...data }
}

/** The format of `QueryAllBalancesResponse`: https://docs.cosmos.network/sdk/latest/api-reference/rest/bank/allbalances */
const held = (balances: readonly (readonly [unknown, unknown])[], next: unknown = null) => ({
  balances: balances.map(([denom, amount]) => ({ denom, amount })),
  pagination: { next_key: next, total: '0' },
})

describe('the balances from a Cosmos REST API', () => {
  const node = (more: Partial<Node> = {}) =>
    nodeOf({
      balances: { uatom: 1_480_000n, [usdc]: 2_500_000n, [osmo]: 7n, 'factory/x/y': 12n },
      metadata: { 'factory/x/y': 3 },
      free: 1_480_000n,
      ...more,
    })

  it('have the coins with known units, in the amounts that the node reports', async () => {
    const list = held([
      ['factory/x/y', '99'],
      [osmo, '7'],
      [usdc, '1'],
      ['uatom', '3'],
    ])
    const { balances } = await asking({ [bank]: () => list }, { node: node() })
    expect(await balances(account)).toEqual([
      { name: 'Cosmos Hub Atom', symbol: 'ATOM', decimals: 6, value: 1_480_000n, price: undefined },
      { name: 'USDC', symbol: 'USDC', decimals: 6, address: usdc, value: 2_500_000n, price: undefined },
      { name: 'The token', symbol: 'TKN', decimals: 3, address: 'factory/x/y', value: 12n, price: undefined },
    ])
  })

  it('are read page by page', async () => {
    const { balances, server } = await asking(
      {
        [bank]: (url) =>
          url.searchParams.get('pagination.key') === 'aWJj+/8='
            ? held([[usdc, '1']])
            : held([['factory/x/y', '1']], 'aWJj+/8='),
      },
      { node: node() },
    )
    expect((await balances(account))?.map(({ symbol }) => symbol)).toEqual(['ATOM', 'USDC', 'TKN'])
    expect(server.asked().filter(({ pathname }) => pathname === bank)).toHaveLength(2)
  })

  it('show vesting coins as locked', async () => {
    const { balances } = await asking({ [bank]: () => held([]) }, { node: node({ free: 480_000n }) })
    expect(await balances(account)).toMatchObject([
      { value: 480_000n, locked: [{ value: 1_000_000n, reason: 'vesting' }] },
    ])
  })

  it('show the whole balance on a network that reports no vesting', async () => {
    const answer = nodeOf({ balances: { uatom: 9n } })
    const { balances } = await asking({ [bank]: () => held([]) }, { node: answer })
    expect(await balances(account)).toMatchObject([{ value: 9n, symbol: 'ATOM' }])
  })

  it('leave out a coin if the node reports the amount 0', async () => {
    const answer = nodeOf({ balances: { uatom: 9n, [usdc]: 0n }, free: 9n })
    const { balances } = await asking({ [bank]: () => held([[usdc, '1000000000']]) }, { node: answer })
    expect((await balances(account))?.map(({ symbol }) => symbol)).toEqual(['ATOM'])
  })

  it("include the host's tokens beside 150 spam tokens", async () => {
    const spam = Array.from({ length: 150 }, (_, at) => [`factory/spam/${at}`, '1'] as const)
    const { balances } = await asking({ [bank]: () => held([...spam, [usdc, '1']]) }, { node: node() })
    expect((await balances(account))?.map(({ symbol }) => symbol)).toEqual(['ATOM', 'USDC'])
  })

  it.each<[string, unknown]>([
    ['a negative amount', held([[usdc, '-1']])],
    ['an amount with decimals', held([[usdc, '0.5']])],
    ['an amount with an exponent', held([[usdc, '1e9']])],
    [
      'an invalid denomination',
      held([
        ['u/../atom?', '1'],
        [' ', '1'],
      ]),
    ],
    ['a denomination that is not text', held([[5, '1']])],
    [
      'a coin twice',
      held([
        [usdc, '1'],
        [usdc, '2'],
      ]),
    ],
    [
      'more coins than were asked for',
      held(Array.from({ length: 201 }, (_, at) => [`factory/a/${at}`, '1'] as const)),
    ],
    ['an invalid key of the next page', held([[usdc, '1']], '?x=<>')],
    ['no list', { pagination: null }],
    ['a text instead of a coin', { balances: ['uatom'] }],
    ['an error with status 200', { code: 3, message: 'invalid address', details: [] }],
  ])('are refused if the answer has %s', async (_, answer) => {
    const { balances } = await asking({ [bank]: () => answer }, { node: node() })
    await expect(balances(account)).rejects.toMatchObject(invalid)
  })

  it('are refused if the pages repeat', async () => {
    const { balances } = await asking({ [bank]: () => held([[usdc, '1']], 'AAAA') }, { node: node() })
    await expect(balances(account)).rejects.toMatchObject(invalid)
  })

  it.each<[string, unknown]>([
    ['nothing', null],
    ['an error', { response: { code: 5, log: 'internal' } }],
    ['a value that is not base64', { response: { code: 0, value: '***' } }],
    [
      'a coin that was not requested',
      { response: { code: 0, value: base64.encode(encodeProto([1, encodeProto([1, 'uosmo'], [2, '1'])])) } },
    ],
    [
      'a negative amount',
      { response: { code: 0, value: base64.encode(encodeProto([1, encodeProto([1, 'uatom'], [2, '-1'])])) } },
    ],
  ])('are refused if the node answers with %s', async (_, answer) => {
    const { balances } = await asking({ [bank]: () => held([]) }, { node: async () => answer })
    await expect(balances(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })

  it.each(Object.entries(badAnswers))('fail if the API answers with %s', async (_kind, bad) => {
    const { balances } = await asking({ [bank]: bad }, { node: node() })
    await expect(balances(account)).rejects.toMatchObject({ code: expect.stringMatching(/^http\//) })
  })
})

interface Sent {
  readonly from?: string
  readonly to?: string
  readonly amount?: string
}
const attributes = (values: Readonly<Record<string, string>>, more: Readonly<Record<string, string>> = {}) =>
  Object.entries({ ...values, ...more }).map(([key, value]) => ({ key, value, index: true }))
const moved = (
  sender: string,
  recipient: string,
  amount: string,
  more?: Readonly<Record<string, string>>,
) => [
  { type: 'coin_spent', attributes: attributes({ spender: sender, amount }, more) },
  { type: 'coin_received', attributes: attributes({ receiver: recipient, amount }, more) },
  { type: 'transfer', attributes: attributes({ recipient, sender, amount }, more) },
  { type: 'message', attributes: attributes({ sender }, more) },
]
const hashOf = (number: number) => number.toString(16).toUpperCase().padStart(64, '0')
/**
 * A transaction in the format of SDK 0.50, as in https://docs.cosmos.network/sdk/latest/api-reference/rest/tx/gettxsevent. The first
 * events are about the network fee.
 */
const transaction = (
  number: number,
  { from = other, to = owner, amount = '1480000uatom' }: Sent = {},
  more: Readonly<Record<string, unknown>> = {},
) => ({
  height: String(14_090_525 - number),
  txhash: hashOf(number),
  codespace: '',
  code: 0,
  data: '',
  raw_log: '',
  logs: [],
  info: '',
  gas_wanted: '500000',
  gas_used: '73000',
  tx: { '@type': '/cosmos.tx.v1beta1.Tx' },
  timestamp: '2023-02-16T10:15:02Z',
  events: [
    ...moved(from, feeCollector, '1000uatom'),
    { type: 'tx', attributes: attributes({ fee: '1000uatom', fee_payer: from }) },
    {
      type: 'message',
      attributes: attributes({ action: '/cosmos.bank.v1beta1.MsgSend', sender: from }, { msg_index: '0' }),
    },
    ...moved(from, to, amount, { msg_index: '0' }),
  ],
  ...more,
})
const page = (items: readonly unknown[], total: unknown = String(items.length)) => ({
  txs: [],
  tx_responses: items,
  pagination: null,
  total,
})
/** Answers the search for sent transactions and the search for received transactions. */
const lists = (sent: readonly unknown[], received: readonly unknown[]) => ({
  [txs]: (url: URL) => {
    const query = url.searchParams.get('query')
    const at = Number(url.searchParams.get('page'))
    const all =
      query === `message.sender='${owner}'` ? sent : query === `transfer.recipient='${owner}'` ? received : []
    return page(all.slice((at - 1) * 50, at * 50), String(all.length))
  },
})

describe('the history from a Cosmos REST API', () => {
  it('has the sent and received coins, but no network fees', async () => {
    const { transactions } = await asking(
      lists(
        [
          transaction(1, { from: owner, to: other, amount: `2500000${usdc},3uatom` }),
          transaction(4, { from: owner, to: owner, amount: '5uatom' }),
          transaction(5, { from: owner, to: other }, { code: 5, codespace: 'sdk' }),
        ],
        [
          transaction(2),
          transaction(3, { amount: `12${osmo}` }),
          transaction(4, { from: owner, to: owner, amount: '5uatom' }),
        ],
      ),
    )
    const { transactions: found, next } = (await transactions(account, undefined))!
    expect(next).toBeUndefined()
    expect(found).toMatchObject([
      { hash: hashOf(1), operation: 'send', status: 'confirmed', from: owner, to: other },
      { hash: hashOf(2), operation: 'receive', from: other, to: owner, at: Date.UTC(2023, 1, 16, 10, 15, 2) },
      { hash: hashOf(3), operation: 'receive' },
      { hash: hashOf(4), operation: 'send', from: owner, to: owner },
      { hash: hashOf(5), operation: 'execute', status: 'failed', from: owner, to: other },
    ])
    expect(
      found.map(({ transfers }) =>
        transfers.map(({ direction, quantity, symbol }) => `${direction} ${quantity} ${symbol}`),
      ),
    ).toEqual([
      ['out 2.5 USDC', 'out 0.000003 ATOM'],
      ['in 1.48 ATOM'],
      // The node has no metadata of this token, so the amount is in the token's smallest unit.
      ['in 12 ibc/14F9BC…'],
      ['self 0.000005 ATOM'],
      [],
    ])
    expect(found.some(({ isPoisoning }) => isPoisoning)).toBe(false)
  })

  it("takes the names of tokens from the node's metadata", async () => {
    const node = nodeOf({ balances: {}, metadata: { 'factory/x/y': 3 } })
    const { transactions } = await asking(lists([], [transaction(1, { amount: '1500factory/x/y' })]), {
      node,
    })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found[0]?.transfers).toEqual([
      { direction: 'in', quantity: '1.5', symbol: 'TKN', name: 'The token', nft: false },
    ])
  })

  it('is read from the logs of messages on a network with an SDK before 0.50', async () => {
    const merged = {
      type: 'transfer',
      attributes: [
        ...attributes({ recipient: owner, sender: other, amount: '7uatom' }),
        ...attributes({ recipient: other, sender: owner, amount: '2uatom' }),
      ],
    }
    // CometBFT 0.34 encodes the attributes of `events` in base64.
    const coded = {
      type: 'transfer',
      attributes: [{ key: btoa('recipient'), value: btoa(owner), index: true }],
    }
    const more = { events: [coded], logs: [{ msg_index: 0, log: '', events: [merged] }] }
    const { transactions } = await asking({
      [txs]: () => ({ tx_responses: [transaction(1, {}, more)], pagination: { next_key: null, total: '1' } }),
    })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found).toHaveLength(1)
    expect(found[0]?.transfers).toMatchObject([{ direction: 'in', quantity: '0.000005' }])
  })

  it('takes the sender from the message if a transfer names no sender', async () => {
    const events = [
      { type: 'message', attributes: attributes({ sender: owner }, { msg_index: '0' }) },
      {
        type: 'transfer',
        attributes: attributes({ recipient: other, amount: '4uatom' }, { msg_index: '0' }),
      },
    ]
    const { transactions } = await asking(lists([transaction(1, {}, { events })], []))
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found[0]).toMatchObject({ operation: 'send', from: owner, to: other })
    expect(found[0]?.transfers).toMatchObject([{ direction: 'out', quantity: '0.000004' }])
  })

  it('marks an incoming transfer of the amount 0 as address poisoning', async () => {
    const { transactions } = await asking(lists([], [transaction(1, { amount: '0uatom' }), transaction(2)]))
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found.map(({ isPoisoning }) => isPoisoning)).toEqual([true, false])
  })

  it('merges the pages of sent transactions with the pages of received transactions', async () => {
    const sent = Array.from({ length: 120 }, (_, at) => transaction(at * 2 + 1, { from: owner, to: other }))
    const received = Array.from({ length: 70 }, (_, at) => transaction(at * 7 + 2))
    const { transactions } = await asking(lists(sent, received))
    const found: string[] = []
    let cursor: string | undefined
    let turns = 0
    do {
      const one = (await transactions(account, cursor))!
      found.push(...one.transactions.map(({ hash }) => hash))
      cursor = one.next
    } while (cursor !== undefined && ++turns < 20)
    const order = [...sent, ...received].sort((a, b) => Number(b.height) - Number(a.height))
    expect(found).toEqual([...new Set(order.map(({ txhash }) => txhash))])
    expect(turns).toBeLessThan(8)
  })

  it('misses nothing if new transactions arrive between two pages', async () => {
    const sent = Array.from({ length: 90 }, (_, at) => transaction(at + 10, { from: owner, to: other }))
    const all: unknown[] = [...sent]
    const { transactions } = await asking({
      [txs]: (url) => {
        if (!url.searchParams.get('query')?.startsWith('message')) return page([])
        const at = Number(url.searchParams.get('page'))
        return page(all.slice((at - 1) * 50, at * 50), String(all.length))
      },
    })
    const first = (await transactions(account, undefined))!
    all.unshift(...[1, 2, 3].map((number) => transaction(number, { from: owner, to: other })))
    const second = (await transactions(account, first.next))!
    const hashes = [...first.transactions, ...second.transactions].map(({ hash }) => hash)
    expect([...new Set(hashes)]).toEqual(sent.map(({ txhash }) => txhash))
    expect(second.next).toBeUndefined()
  })

  it('is empty for an unused account', async () => {
    const { transactions } = await asking(lists([], []))
    expect(await transactions(account, undefined)).toEqual({ transactions: [], next: undefined })
  })

  it('is found for an address in upper case', async () => {
    const { transactions } = await asking(lists([], [transaction(1)]))
    const found = await transactions(`${network}:${owner.toUpperCase()}`, undefined)
    expect(found?.transactions).toHaveLength(1)
  })

  it.each<[string, unknown]>([
    ['a transaction of another account', transaction(1, { to: feeCollector })],
    ['an address with one wrong character', transaction(1, { to: owner.replace(/s$/, 'q') })],
    ['a negative amount', transaction(1, { amount: '-5uatom' })],
    ['an amount with decimals', transaction(1, { amount: '0.5uatom' })],
    ['an amount without a denomination', transaction(1, { amount: '5' })],
    ['an invalid hash', transaction(1, {}, { txhash: '../../blocks' })],
    ['a hash of the wrong length', transaction(1, {}, { txhash: 'AB' })],
    ['a block height that is not a number', transaction(1, {}, { height: 'high' })],
    ['a negative block height', transaction(1, {}, { height: '-1' })],
    ['no result code', transaction(1, {}, { code: undefined })],
    ['a result code that is text', transaction(1, {}, { code: '0' })],
    ['no time', transaction(1, {}, { timestamp: undefined })],
    ['a time in the wrong format', transaction(1, {}, { timestamp: 'yesterday' })],
    ['no events', transaction(1, {}, { events: null })],
    ['a text instead of a transaction', 'transaction'],
  ])('is refused if it has %s', async (_, item) => {
    const { transactions } = await asking(lists([], [transaction(0), item]))
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it.each<[string, readonly unknown[]]>([
    ['in the wrong order', [transaction(2), transaction(1)]],
    ['twice', [transaction(1), transaction(1)]],
  ])('is refused if transactions come %s', async (_, items) => {
    const { transactions } = await asking(lists(items, []))
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it('is refused if a page is too long or newer than the page before it', async () => {
    const long = Array.from({ length: 51 }, (_, at) => transaction(at))
    const { transactions } = await asking({ [txs]: () => page(long) })
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
    const at = (from: number) => Array.from({ length: 50 }, (_, index) => transaction(from + index))
    const up = await asking({
      [txs]: (url) => page(at(url.searchParams.get('page') === '1' ? 100 : 0), '500'),
    })
    const { next } = (await up.transactions(account, undefined))!
    await expect(up.transactions(account, next)).rejects.toMatchObject(invalid)
  })

  it('omits a transaction with a time in the future', async () => {
    const timestamp = new Date(Date.now() + 10 * 86_400_000).toISOString()
    const { transactions } = await asking(lists([], [transaction(1, {}, { timestamp }), transaction(2)]))
    const found = await transactions(account, undefined)
    expect(found?.transactions.map(({ hash }) => hash)).toEqual([hashOf(2)])
  })

  it.each([`0:${other}/5/1/1`, `0:${owner}/5/1`, `0:${owner}/../../blocks`, '0:', `0:${owner}/5/1/x`])(
    'is not read with the invalid cursor %j',
    async (cursor) => {
      const { transactions, server } = await asking(lists([], [transaction(1)]))
      await expect(transactions(account, cursor)).rejects.toMatchObject({ code: 'validation/invalid-input' })
      expect(server.asked().filter(({ pathname }) => pathname === txs)).toEqual([])
    },
  )

  it.each(Object.entries(badAnswers))('fails if the API answers with %s', async (_kind, bad) => {
    const { transactions } = await asking({ [txs]: bad })
    await expect(transactions(account, undefined)).rejects.toMatchObject({
      code: expect.stringMatching(/^http\//),
    })
  })

  it('is not requested again during the pause that a busy node requests', async () => {
    const { transactions, server } = await asking({
      [txs]: () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': '600' }).end('{}'),
    })
    const busy = { code: 'rpc/limit-exceeded' }
    await expect(transactions(account, undefined)).rejects.toMatchObject(busy)
    const before = server.asked().length
    await expect(transactions(account, undefined)).rejects.toMatchObject(busy)
    expect(server.asked()).toHaveLength(before)
  })

  it('is no longer read when the call is aborted', async () => {
    const { transactions } = await asking({ [txs]: () => () => {} })
    const life = new AbortController()
    const asked = transactions(account, undefined, { signal: life.signal })
    life.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('a network at a Cosmos REST API', () => {
  const osmosis = 'cosmos:osmosis-1'

  it('is identified by its chain id if the host gives one URL for all networks', async () => {
    const { transactions, serves, server } = await asking(lists([], [transaction(1)]), {
      urlOf: (url) => url,
    })
    expect(await serves(network)).toBe(true)
    expect(await serves(osmosis)).toBe(false)
    expect(await transactions(`${osmosis}:${owner}`, undefined)).toBeUndefined()
    expect((await transactions(account, undefined))?.transactions).toHaveLength(1)
    expect(server.asked().filter(({ pathname }) => pathname === info)).toHaveLength(2)
  })

  it('is refused if its node serves another network', async () => {
    const wrong = { [info]: () => ({ default_node_info: { network: 'osmosis-1' } }) }
    const { transactions, balances } = await asking({ ...lists([], []), ...wrong })
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
    await expect(balances(account)).rejects.toMatchObject(invalid)
  })

  it('is covered only if it is a cosmos network of the app and has a node', async () => {
    const { transactions, balances, server } = await asking(lists([], [transaction(1)]))
    expect(await transactions(`${osmosis}:${owner}`, undefined)).toBeUndefined()
    expect(await balances('eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8')).toBeUndefined()
    expect(server.asked()).toEqual([])
    const unknown = await asking(lists([], [transaction(1)]), { known: () => undefined })
    expect(await unknown.balances(account)).toBeUndefined()
  })

  it.each<[string, unknown]>([
    ['no chain id', { default_node_info: {} }],
    ['an empty chain id', { default_node_info: { network: '' } }],
    ['an error with status 200', { code: 12, message: 'Not Implemented', details: [] }],
  ])('is refused if the answer about the node has %s', async (_, answer) => {
    const { transactions } = await asking({ ...lists([], []), [info]: () => answer })
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })
})
