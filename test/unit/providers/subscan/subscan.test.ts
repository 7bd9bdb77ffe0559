import { blake2AsHex, decodeAddress, encodeAddress, xxhashAsHex } from '@polkadot/util-crypto'
import { describe, expect, it } from 'vitest'
import type { RpcRequest } from '../../../../src/ports.ts'
import { subscan } from '../../../../src/providers/subscan/index.ts'
import { type ContractSubject, contractWorld, providerContract } from '../../../support/provider-contract.ts'

const chain = 'polkadot:68d56f15f85d3136970ec16946040bc1'
const relay = 'polkadot:91b171bb158e2d3848fa23a9f1c25182'
// The addresses in the examples of the API's documentation, with the prefix of Polkadot.
const owner = encodeAddress('5EYCAe5gKAhHPwdktrtmXoAX8GfSVTkq2iBTWfpfoEnQxe6p', 0)
const stranger = encodeAddress('5DyvrUL2kECZN75ExmfVK3dSEQkMnme5pW2iSDeAU9srcSoL', 0)
const account = `${chain}:${owner}` as const
const key = 'key-of-the-host'
const blockHash = '0x68a27df5a52ff2251df2cc8368f7dcefb305a13bb3d89b65c8fb070f23877f2c'

const data = (value: unknown) => ({ code: 0, message: 'Success', generated_at: 1_653_375_440, data: value })
const errors = {
  'an error code': { code: 10_004, message: `Record Not Found for ${key}`, generated_at: 1, data: null },
  'no data': data(null),
  'a result of another shape': data('tokens'),
  'another value instead of a list': data({ assets: {}, transfers: {} }),
}
const busy = { code: 10_001, message: 'API rate limit exceeded' }

/**
 * The format of `POST /api/scan/account/tokens`: https://github.com/subscan-explorer/subscan-OpenAPI, docs/swagger.json at
 * b1f06fb, and the example in https://github.com/subscan-explorer/subscan-api-docs, source/includes/_account.md at 33225a4.
 */
const asset = (more: object = {}) => ({
  symbol: 'USDt',
  unique_id: 'standard_assets/1984',
  asset_id: '1984',
  decimals: 6,
  balance: '999',
  ...more,
})
const held = (assets: unknown) =>
  data({
    native: [
      {
        symbol: 'DOT',
        unique_id: 'DOT',
        decimals: 10,
        balance: '1000000000',
        lock: '3',
        reserved: '7',
        bonded: '9',
      },
    ],
    builtin: [{ symbol: 'AUSD', unique_id: 'AUSD', decimals: 9, balance: '1000000' }],
    assets,
    ERC20: [{ symbol: 'EVO', unique_id: 'EVO', decimals: 0, balance: '1' }],
  })

/**
 * A transfer in the format of `POST /api/v2/scan/transfers`. The values are from the example in
 * https://github.com/subscan-explorer/subscan-api-docs, source/includes/_v2.md.
 */
const transfer = (block: number, more: object = {}) => ({
  from: stranger,
  to: owner,
  extrinsic_index: `${block}-2`,
  success: true,
  hash: hashOf(block),
  block_num: block,
  block_timestamp: 1_682_555_502,
  module: 'assets',
  amount: '11',
  amount_v2: '11000000',
  fee: '55029659',
  nonce: 12,
  asset_symbol: 'USDR',
  asset_unique_id: 'standard_assets/1984',
  asset_type: 'assets',
  from_account_display: { address: stranger },
  to_account_display: { address: owner, display: 'modlPotStake' },
  event_idx: 4,
  ...more,
})
const native = { asset_symbol: 'DOT', asset_unique_id: 'DOT', asset_type: '', module: 'balances' }
const hashOf = (number: number) => `0x${number.toString(16).padStart(64, '0')}`
const page = (transfers: unknown) => data({ count: 1, transfers })

// The host's node. The storage keys come from polkadot.js.
const hex = (value: bigint | number, bytes: number) => {
  const all = [
    ...BigInt(value)
      .toString(16)
      .padStart(bytes * 2, '0')
      .matchAll(/../g),
  ]
  return all.reverse().join('')
}
const u128 = (value: bigint) => hex(value, 16)
const text = (value: string) => {
  const bytes = Buffer.from(value)
  const { length } = bytes
  return `${length < 64 ? hex(length * 4, 1) : hex(length * 4 + 1, 2)}${bytes.toString('hex')}`
}
const hashed = (part: string) => `${blake2AsHex(`0x${part}`, 128).slice(2)}${part}`
const storageKey = (pallet: string, item: string, ...parts: readonly string[]) =>
  `${xxhashAsHex(pallet, 128)}${xxhashAsHex(item, 128).slice(2)}${parts.map(hashed).join('')}`
const ownerKey = Buffer.from(decodeAddress(owner)).toString('hex')
const isNew = 1n << 127n

interface Coins {
  readonly free?: bigint
  readonly reserved?: bigint
  readonly frozen?: bigint
  readonly flags?: bigint
}
const info = ({ free = 5n * 10n ** 10n, reserved = 0n, frozen = 0n, flags = isNew }: Coins = {}) =>
  `0x${hex(7, 4)}${hex(1, 4).repeat(3)}${[free, reserved, frozen, flags].map(u128).join('')}`
const holding = (balance: bigint, status = 0) => `0x${u128(balance)}${hex(status, 1)}00`
const details = (status = 0) =>
  `0x${'11'.repeat(128)}${u128(9n).repeat(3)}01${hex(3, 4).repeat(3)}${hex(status, 1)}`
const metadata = (name: string, symbol: string, decimals: number) =>
  `0x${u128(0n)}${text(name)}${text(symbol)}${hex(decimals, 1)}00`
const ofAccount = storageKey('System', 'Account', ownerKey)
const assetKeys = (id: number) => ({
  account: storageKey('Assets', 'Account', hex(id, 4), ownerKey),
  asset: storageKey('Assets', 'Asset', hex(id, 4)),
  metadata: storageKey('Assets', 'Metadata', hex(id, 4)),
})
const usdt = assetKeys(1984)
const storage: Readonly<Record<string, unknown>> = {
  [ofAccount]: info(),
  [usdt.account]: holding(2_500_000n),
  [usdt.asset]: details(),
  [usdt.metadata]: metadata('Tether USD', 'USDt', 6),
}
const nodeWith =
  (changed: Readonly<Record<string, unknown>> = {}) =>
  async ({ method, params = [] }: RpcRequest): Promise<never> => {
    const [first] = params as readonly [string | number]
    if (method === 'chain_getHeader') return { number: '0xf4240' } as never
    if (method === 'chain_getBlockHash') return (first === 1_000_000 - 64 ? blockHash : null) as never
    expect(method).toBe('state_getStorage')
    return ({ ...storage, ...changed }[first] ?? null) as never
  }

const subject: ContractSubject = {
  account,
  other: `${chain}:${stranger}`,
  foreign: 'eip155:1:0x4e83362442B8d1beC281594cEA3050c8EB01311C',
  node: nodeWith(),
  provider: (url) => subscan({ url: { [chain]: url }, key }),
  keyOf: ({ pathname }) => pathname,
  answers: {
    // The format of `POST /api/scan/block`, with the hash of the example in source/includes/_general.md.
    '/api/scan/block': () => data({ block_num: 999_936, block_timestamp: 1_590_507_438, hash: blockHash }),
    '/api/scan/account/tokens': () => held([asset()]),
    '/api/v2/scan/transfers': () => page([transfer(9), transfer(8)]),
  },
  parts: {
    balances: {
      key: '/api/scan/account/tokens',
      errors,
      busy,
      otherIs: 'nothing',
      ofOther: held([asset({ unique_id: 'standard_assets/21', asset_id: '21' })]),
    },
    history: {
      key: '/api/v2/scan/transfers',
      errors,
      busy,
      otherIs: 'refused',
      ofOther: page([transfer(9, { to: encodeAddress(new Uint8Array(32).fill(7), 0) })]),
    },
  },
  otherNetwork: { '/api/scan/block': () => data({ hash: hashOf(1) }) },
}
providerContract(subject)
const asking = contractWorld(subject)
const bodiesOf = (requests: readonly { readonly path: string; readonly body: string }[], path: string) =>
  requests.filter((one) => one.path.startsWith(path)).map(({ body }) => JSON.parse(body))

// `contractWorld` gives the native coin this name and symbol.
const coin = { name: 'Ether', symbol: 'ETH', decimals: 18 }
const usdtBalance = { name: 'Tether USD', symbol: 'USDt', decimals: 6, address: '1984', value: 2_500_000n }

describe('the balances from Subscan', () => {
  it("list Subscan's assets with the amounts from the host's node", async () => {
    const { balances, server } = await asking()
    expect(await balances(account)).toEqual([{ ...coin, value: 5n * 10n ** 10n }, usdtBalance])
    const [asked] = server.requests.filter(({ path }) => path === '/api/scan/account/tokens')
    expect(asked).toMatchObject({ method: 'POST', headers: { 'x-api-key': key } })
    expect(JSON.parse(asked!.body)).toEqual({ address: owner })
  })

  it('come only from the node if Subscan does not know the account', async () => {
    const { balances } = await asking({
      '/api/scan/account/tokens': () => data({ native: null, builtin: null, assets: null }),
    })
    expect(await balances(account)).toEqual([{ ...coin, value: 5n * 10n ** 10n }])
    const unused = await asking({}, nodeWith({ [ofAccount]: null, [usdt.account]: null }))
    expect(await unused.balances(account)).toEqual([{ ...coin, value: 0n }])
  })

  it.each<[string, Coins, object]>([
    [
      'some coins are reserved',
      { free: 100n, reserved: 30n },
      { value: 100n, locked: [{ reason: 'reserved', value: 30n }] },
    ],
    ['the frozen coins are also reserved', { free: 100n, reserved: 30n, frozen: 30n }, { value: 100n }],
    ['some coins are frozen', { free: 100n, reserved: 30n, frozen: 70n }, { value: 60n }],
    ['the freeze is larger than the balance', { free: 100n, frozen: 500n }, { value: 0n }],
    [
      'an older runtime reports the frozen coins',
      { free: 100n, reserved: 30n, frozen: 20n, flags: 40n },
      { value: 60n },
    ],
  ])("leave out the coins that the account can't send (%s)", async (_kind, coins, expected) => {
    const { balances } = await asking({}, nodeWith({ [ofAccount]: info(coins) }))
    const [first] = (await balances(account))!
    expect(first).toMatchObject(expected)
  })

  it('list frozen coins and reserved coins separately', async () => {
    const coins = info({ free: 100n, reserved: 30n, frozen: 70n })
    const { balances } = await asking({}, nodeWith({ [ofAccount]: coins }))
    const [first] = (await balances(account))!
    expect(first).toEqual({
      ...coin,
      value: 60n,
      locked: [
        { reason: 'frozen', value: 40n },
        { reason: 'reserved', value: 30n },
      ],
    })
  })

  it.each([
    ['the account', { [usdt.account]: holding(2_500_000n, 1) }],
    ['the asset', { [usdt.asset]: details(1) }],
  ])('show an asset as locked if %s is frozen', async (_kind, changed) => {
    const { balances } = await asking({}, nodeWith(changed))
    const [, second] = (await balances(account))!
    expect(second).toMatchObject({ value: 0n, locked: [{ reason: 'frozen', value: 2_500_000n }] })
  })

  it.each([
    ['with other decimals than at the node', { decimals: 18 }],
    ['without decimals', { decimals: undefined }],
    ['that the account no longer has', { balance: '0' }],
    ['of another pallet', { unique_id: 'standard_foreign_assets/6212dc' }],
    ['of a pool', { unique_id: 'pool_assets/1984' }],
    ['with an id that is too large', { unique_id: 'standard_assets/4294967296' }],
    ['with an id that is no number', { unique_id: 'standard_assets/../1984' }],
    ['without an id', { unique_id: undefined }],
  ])('leave out an asset %s', async (_kind, more) => {
    const { balances } = await asking({ '/api/scan/account/tokens': () => held([asset(more), null, 'text']) })
    expect(await balances(account)).toEqual([{ ...coin, value: 5n * 10n ** 10n }])
  })

  it('list an asset once if Subscan lists it twice', async () => {
    const name = 'Long '.repeat(20)
    const { balances } = await asking(
      { '/api/scan/account/tokens': () => held([asset(), asset()]) },
      nodeWith({ [usdt.metadata]: metadata(name, 'USDt', 6) }),
    )
    expect(await balances(account)).toMatchObject([{}, { symbol: 'USDt', decimals: 6 }])
  })

  it('have at most 100 assets', async () => {
    const ids = Array.from({ length: 150 }, (_, at) => at + 1)
    const own = ids.flatMap((id) => {
      const keys = assetKeys(id)
      return [
        [keys.account, holding(1n)],
        [keys.asset, details()],
        [keys.metadata, metadata('Spam', 'SPAM', 6)],
      ]
    })
    const { balances } = await asking(
      {
        '/api/scan/account/tokens': () =>
          held(ids.map((id) => asset({ unique_id: `standard_assets/${id}` }))),
      },
      nodeWith(Object.fromEntries(own)),
    )
    expect(await balances(account)).toHaveLength(101)
  })

  it.each([
    ['a number', { [ofAccount]: 5 }],
    ['a short account', { [ofAccount]: info().slice(0, -2) }],
    ['an account that is no hex', { [ofAccount]: `0x${'zz'.repeat(80)}` }],
    ['a short balance of an asset', { [usdt.account]: `0x${u128(5n)}` }],
    ['short details of an asset', { [usdt.asset]: details().slice(0, -2) }],
    ['metadata that ends in the name', { [usdt.metadata]: `0x${u128(0n)}fc414243` }],
    ['metadata with an endless name', { [usdt.metadata]: `0x${u128(0n)}03414243` }],
    ['78 decimals', { [usdt.metadata]: metadata('Tether USD', 'USDt', 78) }],
  ])('cause an error if the node answers with %s', async (_kind, changed) => {
    const { balances } = await asking({}, nodeWith(changed))
    await expect(balances(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
  })

  it("can't be requested for an invalid address", async () => {
    const { balances } = await asking()
    await expect(balances(`${chain}:5EYCAe5gKAhHPwdk`)).rejects.toMatchObject({
      code: 'validation/invalid-address',
    })
  })
})

describe('the history from Subscan', () => {
  it('has the transfers of each transaction, the newest first', async () => {
    const moves = [
      transfer(9, {
        ...native,
        from: owner,
        to: stranger,
        amount: '10653090.125505578',
        amount_v2: '0',
        event_idx: 7,
      }),
      transfer(9, { event_idx: 3 }),
      transfer(8, { ...native, amount: '1.5000000000', event_idx: 2 }),
      transfer(7, { from: owner, to: owner, amount: '100' }),
      transfer(6, { from: owner, to: stranger, success: false }),
    ]
    const { transactions, server } = await asking({ '/api/v2/scan/transfers': () => page(moves) })
    const { transactions: found, next } = (await transactions(account, undefined))!
    expect(next).toBeUndefined()
    const about = { network: chain, at: 1_682_555_502_000, status: 'confirmed', isPoisoning: false }
    expect(found).toEqual([
      {
        ...{
          ...about,
          id: `${chain}:${hashOf(9)}`,
          hash: hashOf(9),
          operation: 'trade',
          from: stranger,
          to: owner,
        },
        transfers: [
          { direction: 'in', quantity: '11', symbol: 'USDR', name: 'USDR', nft: false },
          { direction: 'out', quantity: '10653090.125505578', symbol: 'DOT', name: 'Ether', nft: false },
        ],
      },
      {
        ...{
          ...about,
          id: `${chain}:${hashOf(8)}`,
          hash: hashOf(8),
          operation: 'receive',
          from: stranger,
          to: owner,
        },
        transfers: [{ direction: 'in', quantity: '1.5', symbol: 'DOT', name: 'Ether', nft: false }],
      },
      {
        ...{
          ...about,
          id: `${chain}:${hashOf(7)}`,
          hash: hashOf(7),
          operation: 'send',
          from: owner,
          to: owner,
        },
        transfers: [{ direction: 'self', quantity: '100', symbol: 'USDR', name: 'USDR', nft: false }],
      },
      {
        ...{
          ...about,
          id: `${chain}:${hashOf(6)}`,
          hash: hashOf(6),
          operation: 'execute',
          from: owner,
          to: stranger,
        },
        ...{ status: 'failed', transfers: [] },
      },
    ])
    const [body] = bodiesOf(server.requests, '/api/v2/scan/transfers')
    expect(body).toEqual({ address: owner, row: 50, page: 0, order: 'desc', direction: 'all' })
  })

  it("shows the extrinsic's index as the hash if a transfer has no hash", async () => {
    const { transactions } = await asking({
      '/api/v2/scan/transfers': () => page([transfer(9, { hash: '', extrinsic_index: '9-0' })]),
    })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found).toMatchObject([{ hash: '9-0', operation: 'receive' }])
  })

  it('distinguishes an asset from a native coin with the same symbol', async () => {
    const { transactions } = await asking({
      '/api/v2/scan/transfers': () => page([transfer(9, { asset_symbol: 'DOT' })]),
    })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found[0]?.transfers).toMatchObject([{ symbol: 'DOT', name: 'DOT' }])
  })

  it('lists an NFT with the quantity 1 and without a symbol', async () => {
    const nft = {
      item_id: '71',
      amount: '1',
      asset_symbol: 'Punks',
      asset_unique_id: 'nfts/5',
      asset_type: 'nft',
    }
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page([transfer(9, nft)]) })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found[0]?.transfers).toEqual([
      { direction: 'in', quantity: '1', symbol: '', name: 'Punks', nft: true },
    ])
  })

  it('recognizes the account if Subscan writes its address with another prefix', async () => {
    const generic = encodeAddress(owner, 42)
    const { transactions } = await asking({
      '/api/v2/scan/transfers': () => page([transfer(9, { from: encodeAddress(owner, 1284), to: generic })]),
    })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found).toMatchObject([{ operation: 'send', transfers: [{ direction: 'self' }] }])
  })

  it('marks transfers of the amount 0 as poisoning', async () => {
    const moves = [transfer(9, { amount: '0.000', amount_v2: '0' }), transfer(8)]
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page(moves) })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found.map(({ isPoisoning }) => isPoisoning)).toEqual([true, false])
  })

  it('is complete and without repetitions when it is read page by page', async () => {
    // Each block has three transfers of one transaction.
    const all = Array.from({ length: 190 }, (_, at) =>
      transfer(1000 - Math.floor(at / 3), { event_idx: 9 - (at % 3) }),
    )
    const { transactions, server } = await asking({
      '/api/v2/scan/transfers': (_url, { body }) => {
        const { after_id: after = [2000, 0], row } = JSON.parse(body)
        const rest = all.filter(
          ({ block_num: block, event_idx: event }) =>
            block < after[0] || (block === after[0] && event < after[1]),
        )
        return page(rest.slice(0, row))
      },
    })
    const found: string[] = []
    const counts: number[] = []
    let cursor: string | undefined
    do {
      const one = (await transactions(account, cursor))!
      found.push(...one.transactions.map(({ hash }) => hash))
      counts.push(...one.transactions.map(({ transfers }) => transfers.length))
      cursor = one.next
    } while (cursor !== undefined)
    expect(found).toEqual([...new Set(all.map(({ hash }) => hash))])
    expect(counts).toEqual([...Array(63).fill(3), 1])
    expect(bodiesOf(server.requests, '/api/v2/scan/transfers')[1]).toMatchObject({ after_id: [985, 0] })
  })

  it('has all transactions of a block with more transfers than a page', async () => {
    // Block 9 has 120 transfers of 60 transactions.
    const all = Array.from({ length: 120 }, (_, at) =>
      transfer(9, { event_idx: 200 - at, hash: hashOf(1000 + Math.floor(at / 2)) }),
    )
    all.push(transfer(8))
    const { transactions, server } = await asking({
      '/api/v2/scan/transfers': (_url, { body }) => {
        const { after_id: [block, event] = [10, 0], row } = JSON.parse(body)
        const rest = all.filter(
          (one) => one.block_num < block || (one.block_num === block && one.event_idx < event),
        )
        return page(rest.slice(0, row))
      },
    })
    const { transactions: found, next } = (await transactions(account, undefined))!
    const hashes = [...new Set(all.map(({ hash }) => hash))]
    expect(found.map(({ hash }) => hash)).toEqual(hashes)
    expect(found.map(({ transfers }) => transfers.length)).toEqual([...Array(60).fill(2), 1])
    expect(next).toBeUndefined()
    const positions = bodiesOf(server.requests, '/api/v2/scan/transfers').map((one) => Object(one).after_id)
    expect(positions).toEqual([undefined, [9, 151], [9, 101]])
  })

  it('continues with the next older block if one block fills ten pages', async () => {
    const { transactions, server } = await asking({
      '/api/v2/scan/transfers': (_url, { body }) => {
        const { after_id: [, event] = [9, 10_000] } = JSON.parse(body)
        if (event === 0) return page([transfer(8)])
        return page(Array.from({ length: 50 }, (_, at) => transfer(9, { event_idx: event - 1 - at })))
      },
    })
    const first = (await transactions(account, undefined))!
    expect(first.transactions).toMatchObject([{ hash: hashOf(9) }])
    expect(first.transactions[0]?.transfers).toHaveLength(50)
    expect((await transactions(account, first.next))?.transactions).toMatchObject([{ hash: hashOf(8) }])
    const bodies = bodiesOf(server.requests, '/api/v2/scan/transfers')
    expect(bodies).toHaveLength(11)
    expect(bodies[10]).toMatchObject({ after_id: [9, 0] })
  })

  it('is empty if the account is unused', async () => {
    const { transactions } = await asking({
      '/api/v2/scan/transfers': () => data({ count: 0, transfers: null }),
    })
    expect(await transactions(account, undefined)).toEqual({ transactions: [], next: undefined })
  })

  it('leaves out a transaction from the future', async () => {
    const block_timestamp = Math.floor(Date.now() / 1000) + 100 * 86_400 * 100
    const moves = [transfer(9, { block_timestamp }), transfer(8)]
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page(moves) })
    const { transactions: found } = (await transactions(account, undefined))!
    expect(found).toMatchObject([{ hash: hashOf(8) }])
  })

  it.each<[string, unknown]>([
    [
      'a recipient that differs by one character',
      transfer(8, { to: `${owner.slice(0, 20)}${owner[20] === 'x' ? 'y' : 'x'}${owner.slice(21)}` }),
    ],
    ['a negative amount', transfer(8, { amount: '-5' })],
    ['an amount with an exponent', transfer(8, { amount: '1e9' })],
    ['an amount that is a number', transfer(8, { amount: 5 })],
    ['an invalid hash', transfer(8, { hash: '../account' })],
    ['no hash and no index', transfer(8, { hash: '', extrinsic_index: '' })],
    ['a negative block', transfer(8, { block_num: -8 })],
    ['a block that is text', transfer(8, { block_num: '8' })],
    ['no position', transfer(8, { event_idx: undefined })],
    ['no time', transfer(8, { block_timestamp: undefined })],
    ['a time in ms', transfer(8, { block_timestamp: 1_682_555_502_000 })],
    ['no outcome', transfer(8, { success: undefined })],
    ['a text in the list', 'transfer'],
  ])('is refused as a whole if it has %s', async (_kind, item) => {
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page([transfer(9), item]) })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it.each<[string, readonly unknown[]]>([
    ['in the wrong order', [transfer(8), transfer(9)]],
    ['twice', [transfer(9), transfer(9)]],
    ['in a larger number than requested', Array.from({ length: 51 }, (_, at) => transfer(1000 - at))],
  ])('is refused if transfers come %s', async (_kind, moves) => {
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page(moves) })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it('is refused if the next page repeats the previous page', async () => {
    const full = Array.from({ length: 50 }, (_, at) => transfer(1000 - at))
    const { transactions } = await asking({ '/api/v2/scan/transfers': () => page(full) })
    const { next } = (await transactions(account, undefined))!
    await expect(transactions(account, next)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })
})

describe('a network at Subscan', () => {
  const single = contractWorld({ ...subject, provider: (url) => subscan({ url, key }) })

  it('is recognized by the hash of a block if one URL serves all networks', async () => {
    const { serves, balances, keys, server } = await single()
    expect(await serves(chain)).toBe(true)
    await balances(account)
    expect(keys.filter((one) => one === '/api/scan/block')).toHaveLength(1)
    expect(bodiesOf(server.requests, '/api/scan/block')).toEqual([{ block_num: 999_936, only_head: true }])
  })

  it('is not covered if the URL for all networks has other blocks than the node', async () => {
    const { serves, balances } = await single({ '/api/scan/block': () => data({ hash: hashOf(1) }) })
    expect(await serves(chain)).toBe(false)
    expect(await balances(account)).toBeUndefined()
  })

  it('causes an error if the URL for this network has other blocks than the node', async () => {
    const { balances, transactions } = await asking({ '/api/scan/block': () => data({ hash: hashOf(1) }) })
    await expect(balances(account)).rejects.toMatchObject({ code: 'http/invalid-body' })
    await expect(transactions(account, undefined)).rejects.toMatchObject({ code: 'http/invalid-body' })
  })

  it('is checked again at the next call if Subscan does not have the block yet', async () => {
    let turn = 0
    const { serves } = await single({
      '/api/scan/block': () => data(turn++ === 0 ? null : { hash: blockHash }),
    })
    expect(await serves(chain)).toBe(false)
    expect(await serves(chain)).toBe(true)
  })

  it('is not covered if the host gives no URL for it', async () => {
    const { balances, server } = await asking()
    expect(await balances(`${relay}:${owner}`)).toBeUndefined()
    expect(server.requests).toEqual([])
  })

  it.each([null, {}, { number: 5 }, { number: '0x' }])(
    "can't be checked if the node answers with the header %j",
    async (header) => {
      const own = nodeWith()
      const { balances } = await asking({}, async (call) =>
        call.method === 'chain_getHeader' ? (header as never) : own(call),
      )
      await expect(balances(account)).rejects.toMatchObject({ code: 'rpc/invalid-value' })
    },
  )
})

it('the Subscan provider keeps the key out of its errors', async () => {
  expect(subscan({ url: 'https://subscan.example' })).toMatchObject({
    name: 'subscan',
    covers: ['balances', 'history'],
  })
  const { balances } = await asking({ '/api/scan/account/tokens': () => errors['an error code'] })
  const error = await balances(account).catch((one: Error) => one)
  expect(`${error} ${JSON.stringify(error)}`).not.toContain(key)
})
