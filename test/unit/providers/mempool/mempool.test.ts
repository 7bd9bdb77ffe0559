import type { ServerResponse } from 'node:http'
import { afterEach, describe, expect, it } from 'vitest'
import { mempool } from '../../../../src/providers/mempool/index.ts'
import {
  badAnswers,
  type FakeAnswer,
  fakeService,
  joined,
  seconds,
} from '../../../support/fake-data-services.ts'

const closing: (() => unknown)[] = []
afterEach(async () => {
  for (const close of closing.splice(0).reverse()) await close()
})

const network = 'bip122:000000000019d6689c085ae165831e93'
const genesis = '000000000019d6689c085ae165831e934ff763ae46a2a6c172b3f1b60a8ce26f'
// `owner` is an address from the examples in https://mempool.space/docs/api/rest.
const owner = '1wiz18xYmhRX6xStj2b9t1rwWX4GKUgpv'
const other = '3L4YUynB4X44rJBY9CmiLMN8Wjti49JCYB'
const account = `${network}:${owner}` as const
const idOf = (number: number) => number.toString(16).padStart(64, '0')

const output = (address: string | undefined, value: number) => ({
  scriptpubkey: '76a9140a0a0a88ac',
  scriptpubkey_type: 'p2pkh',
  ...(address && { scriptpubkey_address: address }),
  value,
})
/**
 * Returns a transaction in the format of "GET Address Transactions". By default, the account receives 0.5
 * coins.
 */
const transaction = (number: number, more: Readonly<Record<string, unknown>> = {}) => ({
  txid: idOf(number),
  version: 1,
  locktime: 0,
  vin: [{ txid: idOf(9999), vout: 0, prevout: output(other, 60_000_000), is_coinbase: false }],
  vout: [output(owner, 50_000_000), output(other, 9_999_000)],
  size: 225,
  weight: 900,
  fee: 1000,
  status: { confirmed: true, block_height: 1000 - number, block_hash: idOf(7), block_time: 1_700_000_000 },
  ...more,
})
const waiting = { status: { confirmed: false } }
const place = (block_height: unknown, block_time: unknown = 1_700_000_000) => ({
  status: { confirmed: true, block_height, block_hash: idOf(7), block_time },
})

async function asking(
  answers: Readonly<Record<string, FakeAnswer>>,
  urlOf: (url: string) => string | Readonly<Record<string, string>> = (url) => ({ [network]: url }),
) {
  const server = await fakeService({
    '/v1/blocks/0': () => [{ id: genesis, height: 0, tx_count: 1 }],
    ...answers,
  })
  closing.push(server.close)
  return { server, ...(await joined([mempool({ url: urlOf(server.url) as never })])) }
}
const txs = `/address/${owner}/txs`
const listing = (...items: readonly unknown[]) => asking({ [txs]: () => items })
const invalid = { code: 'http/invalid-body' }

describe('the history from a mempool instance', () => {
  it('lists received, sent and self-sent transfers, the newest first', async () => {
    const sent = {
      vin: [{ prevout: output(owner, 60_000_000) }],
      vout: [output(other, 9_000_000), output(owner, 50_999_000)],
    }
    const self = { vin: [{ prevout: output(owner, 50_001_000) }], vout: [output(owner, 50_000_000)] }
    const mined = {
      vin: [{ prevout: null, is_coinbase: true }],
      vout: [output(owner, 5_000_000_000)],
      fee: 0,
    }
    const { transactions, clock } = await listing(
      transaction(1, { ...sent, ...waiting }),
      transaction(2),
      transaction(3, self),
      transaction(4, mined),
    )
    const page = await transactions(account, undefined)
    expect(page?.next).toBeUndefined()
    expect(page?.transactions).toMatchObject([
      { hash: idOf(1), status: 'pending', operation: 'send', from: owner, to: other },
      {
        hash: idOf(2),
        status: 'confirmed',
        operation: 'receive',
        from: other,
        to: owner,
        at: 1_700_000_000_000,
      },
      { hash: idOf(3), operation: 'send', from: owner, to: owner },
      { hash: idOf(4), operation: 'receive', from: undefined, to: owner },
    ])
    expect(page?.transactions.flatMap(({ transfers }) => transfers)).toMatchObject([
      { direction: 'out', quantity: '0.09' },
      { direction: 'in', quantity: '0.5' },
      { direction: 'self', quantity: '0.5' },
      { direction: 'in', quantity: '50' },
    ])
    expect(Math.abs((page?.transactions[0]?.at ?? 0) - clock.now())).toBeLessThan(600_000)
  })

  it('starts each page after the last transaction of the previous page', async () => {
    const page = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => transaction(from + at))
    const { transactions, server } = await asking({
      [`${txs}/chain/${idOf(25)}`]: () => page(26, 3),
      [txs]: () => [transaction(500, waiting), ...page(1, 25)],
    })
    const first = await transactions(account, undefined)
    const second = await transactions(account, first?.next)
    expect(first?.transactions).toHaveLength(26)
    expect(second?.transactions.map(({ hash }) => hash)).toEqual([26, 27, 28].map(idOf))
    expect(second?.next).toBeUndefined()
    expect(server.asked().map(({ pathname }) => pathname)).toEqual([
      '/v1/blocks/0',
      txs,
      `${txs}/chain/${idOf(25)}`,
    ])
  })

  it('continues after a page of ten unconfirmed transactions', async () => {
    const pending = (from: number, count: number) =>
      Array.from({ length: count }, (_, at) => transaction(from + at, waiting))
    const { transactions } = await asking({
      [`${txs}/chain/${idOf(19)}`]: () => [transaction(20), transaction(21)],
      [`${txs}/chain/${idOf(9)}`]: () => [...pending(10, 8), transaction(18), transaction(19)],
      [txs]: () => pending(0, 10),
    })
    const first = await transactions(account, undefined)
    const second = await transactions(account, first?.next)
    const third = await transactions(account, second?.next)
    expect([first, second, third].map((page) => page?.transactions.length)).toEqual([10, 10, 2])
    expect(third?.next).toBeUndefined()
  })

  it('starts with the unconfirmed transactions', async () => {
    const { transactions } = await listing(transaction(1), transaction(2, waiting), transaction(3))
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ hash }) => hash)).toEqual([2, 1, 3].map(idOf))
  })

  it('names the first recipient that has an address', async () => {
    const sent = (...vout: readonly unknown[]) => ({ vin: [{ prevout: output(owner, 60_000_000) }], vout })
    const note = { ...output(undefined, 0), scriptpubkey_address: '' }
    const { transactions } = await listing(
      transaction(1, sent(note, output(other, 59_999_000))),
      transaction(2, sent(output(undefined, 0), output(other, 59_999_000))),
      transaction(3, sent(output(other, 59_999_000), note)),
    )
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ to }) => to)).toEqual([other, other, other])
  })

  it('marks an incoming transfer of the amount 0 as poisoning', async () => {
    // The account pays only the fee here, and sends no coins.
    const vin = [{ prevout: output(owner, 1000) }, { prevout: output(other, 5000) }]
    const { transactions } = await listing(
      transaction(1, { vin, vout: [output(other, 5000)] }),
      transaction(2, { vout: [output(owner, 0), output(other, 59_999_000)] }),
      transaction(3),
    )
    const page = await transactions(account, undefined)
    expect(page?.transactions.map(({ isPoisoning }) => isPoisoning)).toEqual([false, true, false])
  })

  it('is empty if the account is unused', async () => {
    const { transactions } = await listing()
    expect(await transactions(account, undefined)).toEqual({ transactions: [], next: undefined })
  })

  it('is requested with a segwit address in lower case', async () => {
    const segwit = 'bc1qar0srrr7xfkvy5l643lydnw9re59gtzzwf5mdq'
    const { transactions } = await asking({
      [`/address/${segwit}/txs`]: () => [transaction(1, { vout: [output(segwit, 7)] })],
    })
    const page = await transactions(`${network}:${segwit.toUpperCase()}`, undefined)
    expect(page?.transactions[0]?.transfers).toMatchObject([{ direction: 'in', quantity: '0.00000007' }])
  })

  it.each<[string, unknown]>([
    ['a transaction of another account', transaction(1, { vout: [output(other, 1)] })],
    [
      'an address that differs by one character',
      transaction(1, { vout: [output(owner.replace(/v$/, 'w'), 1)] }),
    ],
    ['a negative amount', transaction(1, { vout: [output(owner, -5)] })],
    ['an amount with decimals', transaction(1, { vout: [output(owner, 0.5)] })],
    ['an amount as text', transaction(1, { vout: [output(owner, '50000000' as never)] })],
    ['an amount above the total supply', transaction(1, { vout: [output(owner, 21e14 + 1)] })],
    ['a fee that is not a number', transaction(1, { fee: null })],
    ['no outputs', transaction(1, { vout: null })],
    ['inputs of another shape', transaction(1, { vin: ['in'] })],
    ['an invalid hash', transaction(1, { txid: '../../block' })],
    ['a block height that is not a number', transaction(1, place('high'))],
    ['a negative block height', transaction(1, place(-1))],
    ['no time', transaction(1, place(5, null))],
    ['no status', transaction(1, { status: undefined })],
    ['a text in the list', 'transaction'],
  ])('is refused as a whole if it has %s', async (_, item) => {
    const { transactions } = await listing(transaction(0), item)
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it.each<[string, readonly unknown[]]>([
    ['in the wrong order', [transaction(2), transaction(1)]],
    ['twice', [transaction(1), transaction(1)]],
    ['in a page that is too long', Array.from({ length: 76 }, (_, at) => transaction(at))],
  ])('is refused if transactions come %s', async (_, items) => {
    const { transactions } = await listing(...items)
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it('is refused if a page has transactions that belong on an earlier page', async () => {
    const page = Array.from({ length: 10 }, (_, at) => transaction(at))
    const { transactions } = await asking({ [txs]: () => page })
    const { next } = (await transactions(account, undefined))!
    await expect(transactions(account, next)).rejects.toMatchObject(invalid)
    const up = await asking({ [`${txs}/chain`]: () => [transaction(11, place(2000))], [txs]: () => page })
    await expect(up.transactions(account, next)).rejects.toMatchObject(invalid)
  })

  it('omits a transaction with a time in the future', async () => {
    const future = seconds(Date.now()) + 10 * 86_400
    const { transactions } = await listing(transaction(1, place(999, future)), transaction(2))
    expect((await transactions(account, undefined))?.transactions.map(({ hash }) => hash)).toEqual([idOf(2)])
  })

  it.each(['0:', `0:${other}/${idOf(1)}/5`, `0:${owner}/../../block/5`, `0:${owner}/${idOf(1)}/x`])(
    'is refused for the invalid cursor %j',
    async (cursor) => {
      const { transactions, server } = await listing()
      const page = transactions(account, cursor)
      await expect(page).rejects.toMatchObject({ code: 'validation/invalid-input' })
      expect(server.asked().filter(({ pathname }) => pathname.startsWith('/address'))).toEqual([])
    },
  )

  it.each(Object.entries(badAnswers).filter(([kind]) => kind !== 'a list instead of an object'))(
    'fails if the instance answers with %s',
    async (_kind, bad) => {
      const { transactions } = await asking({ [txs]: bad })
      await expect(transactions(account, undefined)).rejects.toMatchObject({
        code: expect.stringMatching(/^http\//),
      })
    },
  )

  it('is not requested again during a pause that the instance requests', async () => {
    const { transactions, server } = await asking({
      [txs]: () => (response: ServerResponse) => response.writeHead(429, { 'retry-after': '600' }).end('{}'),
    })
    const busy = { code: 'rpc/limit-exceeded' }
    await expect(transactions(account, undefined)).rejects.toMatchObject(busy)
    await expect(transactions(account, undefined)).rejects.toMatchObject(busy)
    expect(server.asked().filter(({ pathname }) => pathname === txs)).toHaveLength(1)
  })

  it('fails as soon as its caller aborts', async () => {
    const { transactions } = await asking({ [txs]: () => () => {} })
    const life = new AbortController()
    const asked = transactions(account, undefined, { signal: life.signal })
    life.abort()
    await expect(asked).rejects.toMatchObject({ code: 'flow/aborted' })
  })
})

describe('a network at a mempool instance', () => {
  const signet = 'bip122:00000008819873e925422c1ff0f99f7c'
  const otherChain: Readonly<Record<string, FakeAnswer>> = {
    '/v1/blocks/0': () => [{ id: `00000008819873e925422c1ff0f99f7c${'0'.repeat(32)}`, height: 0 }],
    [txs]: () => [transaction(1)],
  }

  it('is identified by its first block if the host gives one URL for all networks', async () => {
    const { transactions, serves, server } = await asking({ [txs]: () => [transaction(1)] }, (url) => url)
    expect(await serves(network)).toBe(true)
    expect(await serves(signet)).toBe(false)
    expect(await transactions(`${signet}:${owner}`, undefined)).toBeUndefined()
    expect((await transactions(account, undefined))?.transactions).toHaveLength(1)
    expect(server.asked().filter(({ pathname }) => pathname === '/v1/blocks/0')).toHaveLength(2)
  })

  it('causes an error if its instance has the blocks of another network', async () => {
    const { transactions } = await asking(otherChain)
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })

  it('is not covered if the host gave no instance for it', async () => {
    const { transactions, server } = await listing(transaction(1))
    expect(await transactions(`${signet}:${owner}`, undefined)).toBeUndefined()
    expect(
      await transactions('eip155:1:0x70997970C51812dc3A010C7d01b50e0d17dc79C8', undefined),
    ).toBeUndefined()
    expect(server.asked()).toEqual([])
  })

  it.each<[string, unknown]>([
    ['the wrong format', {}],
    ['no first block', [{ id: genesis, height: 5 }]],
    ['a block without a hash', [{ height: 0 }]],
  ])('causes an error if the list of its blocks has %s', async (_, blocks) => {
    const { transactions } = await asking({ '/v1/blocks/0': () => blocks, [txs]: () => [transaction(1)] })
    await expect(transactions(account, undefined)).rejects.toMatchObject(invalid)
  })
})
