import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { cosmosBlocks, cosmosHeights } from '../../../../src/servers/data/cosmos/blocks.ts'
import { cosmosReader } from '../../../../src/servers/data/cosmos/cosmos-reader.ts'
import { NodeCalls, NodeFailure } from '../../../../src/servers/data/node-calls.ts'
import { ChainFollower } from '../../../../src/servers/data/stored-index/chain-follower.ts'
import { IndexStore } from '../../../../src/servers/data/stored-index/index-store.ts'
import { historyMigrations } from '../../../../src/servers/data/stored-index/migrations.ts'
import type { Database } from '../../../../src/servers/database/database.ts'
import { migrate } from '../../../../src/servers/database/migrate.ts'
import { FakeComet, type FakeCometOptions, sha256 } from '../../../support/fake-comet.ts'
import { snapshotDatabase } from '../../../support/snapshot-database.ts'

const signal = new AbortController().signal
const native = { name: 'Atom', symbol: 'ATOM', decimals: 6 }
const cosmos = {
  bech32Prefix: 'cosmos',
  denom: 'uatom',
  currencies: [{ denom: 'utusd', symbol: 'tUSD', decimals: 2 }],
}
const chainId = 'test-1'
const chain = `cosmos:${chainId}` as const
let database: Database
let node: FakeComet
let network = 0
let store: IndexStore
beforeAll(async () => {
  database = await snapshotDatabase()
  await migrate(database, historyMigrations)
})
afterAll(() => database?.close())
beforeEach(() => open())

async function open(options: Partial<FakeCometOptions> = {}): Promise<void> {
  node = new FakeComet({ chainId, accounts: 5, perBlock: 2, ...options })
  store = await IndexStore.open(database, `cosmos:${++network}`, 1)
}

/** Returns a new follower: the object that reads the network's blocks into the index. */
function follower(post = async (body: string) => node.answer(body)) {
  return new ChainFollower(cosmosBlocks(new NodeCalls(post), chainId), store, () => {})
}

async function catchUp(): Promise<void> {
  const one = follower()
  while (await one.step(signal));
}

function reader() {
  const calls = new NodeCalls(async (body) => node.answer(body))
  return cosmosReader({ chain, native, cosmos, node: calls, store, now: Date.now })
}

const transaction = (text: string, result: ReturnType<FakeComet['sent']>) => ({ tx: btoa(text), result })
const hashOf = (text: string) => sha256(text).toString('hex').toUpperCase()

describe.each([['0.50'], ['0.46']] as const)(
  'the index of a cosmos chain with the events of SDK %s',
  (sdk) => {
    beforeEach(() => open({ sdk: sdk === '0.46' ? sdk : undefined }))

    it('contains each transfer once, in the order of the blocks', async () => {
      node.head = 250
      await catchUp()
      for (let at = 0; at < 5; at++) {
        const account = node.account(at)
        const found = await reader().activity(account)
        expect(found.map(({ hash, block, from, to }) => ({ hash, block, from, to }))).toEqual(
          node.historyOf(account).map(({ hash, block, from, to }) => ({ hash, block, from, to })),
        )
      }
      const [newest] = await reader().activity(node.account(1))
      const [expected] = node.historyOf(node.account(1))
      expect(newest?.movements.map(({ amount, asset }) => [amount, asset.symbol])).toEqual([
        [expected?.amount, 'ATOM'],
      ])
    })

    it('contains the transfers of a block whose results are too large for one answer', async () => {
      await open({ sdk: sdk === '0.46' ? sdk : undefined, perBlock: 0 })
      const [alice, bob, carol] = [0, 1, 2].map((at) => node.account(at)) as [string, string, string]
      node.head = 3
      const payments = [bob, carol].map((to) => node.sent(alice, 1, [{ from: alice, to, coins: '5uatom' }]))
      node.extra.set(2, [transaction('usual', payments[0]!), transaction('huge', payments[1]!)])
      const huge = sha256('huge').toString('base64')
      const one = follower(async (body) => {
        const isLarge =
          (body.includes('"block_results"') && body.includes('"height":"2"')) || body.includes(huge)
        if (isLarge)
          throw new NodeFailure("The node's answer is too large", { refused: true, exceeded: 'size' })
        return node.answer(body)
      })
      while (await one.step(signal));
      expect((await store.state()).next).toBe(4)
      expect(await reader().activity(bob)).toMatchObject([{ hash: hashOf('usual'), status: 'confirmed' }])
      // The events of the other transaction are unknown.
      expect(await reader().activity(carol)).toEqual([])
    })

    it('contains transfers of several coins, and failed transactions', async () => {
      const [alice, bob, carol] = [0, 1, 2].map((at) => node.account(at)) as [string, string, string]
      await open({ sdk: sdk === '0.46' ? sdk : undefined, perBlock: 0 })
      const multi = node.sent(alice, 7, [
        { to: bob, coins: '100uatom,5ibc/AB12' },
        { to: carol, coins: '200uatom' },
      ])
      node.head = 3
      node.extra.set(2, [
        transaction('multi', multi),
        transaction('broken', node.failed(bob, 9)),
        transaction('self', node.sent(carol, 1, [{ from: carol, to: carol, coins: '3utusd' }])),
        transaction('invalid', node.sent(carol, 2, [{ from: carol, to: bob, coins: '3' }])),
      ])
      await catchUp()
      expect(await reader().activity(alice)).toMatchObject([
        {
          ...{
            hash: hashOf('multi'),
            operation: 'send',
            status: 'confirmed',
            nonce: 7,
            from: alice,
            to: bob,
          },
          movements: [
            { direction: 'out', amount: 300n, asset: native },
            { direction: 'out', amount: 5n, asset: { address: 'ibc/AB12', symbol: 'ibc/AB12', decimals: 0 } },
          ],
        },
      ])
      expect(await reader().activity(bob)).toMatchObject([
        {
          hash: hashOf('broken'),
          operation: 'execute',
          status: 'failed',
          nonce: 9,
          from: bob,
          movements: [],
        },
        {
          hash: hashOf('multi'),
          operation: 'receive',
          from: alice,
          movements: [{ amount: 100n }, { amount: 5n }],
        },
      ])
      expect(await reader().activity(carol)).toMatchObject([
        { hash: hashOf('invalid'), operation: 'execute', movements: [] },
        {
          hash: hashOf('self'),
          operation: 'send',
          movements: [{ direction: 'self', amount: 3n, asset: { symbol: 'tUSD', decimals: 2 } }],
        },
        { hash: hashOf('multi'), movements: [{ direction: 'in', amount: 200n }] },
      ])
    })
  },
)

describe('the index of a cosmos chain', () => {
  it('waits for the results of the newest block', async () => {
    node.head = 10
    node.results = 9
    expect(await follower().step(signal)).toBe(true)
    expect(await store.state()).toMatchObject({ next: 10 })
    expect(await follower().step(signal)).toBe(false)
    node.results = 10
    await catchUp()
    expect(await store.state()).toMatchObject({ next: 11, isReady: true })
  })

  it('asks for at most ten blocks in a batch', async () => {
    node.head = 95
    const lengths: number[] = []
    const one = follower(async (body) => {
      lengths.push([JSON.parse(body)].flat().length)
      return node.answer(body)
    })
    while (await one.step(signal));
    expect(Math.max(...lengths)).toBe(10)
    expect(lengths.filter((length) => length === 1).length).toBeLessThan(5)
  })

  it('refuses a node of another network', async () => {
    node = new FakeComet({ chainId: 'other-1', accounts: 1, perBlock: 1 })
    await expect(follower().step(signal)).rejects.toThrow('another network')
    const calls = new NodeCalls(async (body) => node.answer(body))
    await expect(cosmosHeights(calls, chainId)).rejects.toThrow('another network')
  })

  it('follows a network whose id has a hash of the chain id (CAIP-5)', async () => {
    const calls = new NodeCalls(async (body) => node.answer(body))
    node = new FakeComet({ chainId: 'hashed-123', accounts: 1, perBlock: 1 })
    node.head = 5
    const hashed = 'hashed-99df5cd68192b33e'
    await new ChainFollower(cosmosBlocks(calls, hashed), store, () => {}).step(signal)
    expect(await store.state()).toMatchObject({ next: 6 })
    expect(await cosmosHeights(calls, hashed)).toMatchObject({ latest: 5 })
    await expect(cosmosHeights(calls, 'hashed-0000000000000000')).rejects.toThrow('another network')
  })

  it('refuses a node that names no network', async () => {
    const calls = new NodeCalls(async (body) => node.answer(body).replace('"network"', '"name"'))
    await expect(cosmosHeights(calls, chainId)).rejects.toMatchObject({ name: 'NodeFailure' })
  })

  it('keeps the blocks that the node has deleted', async () => {
    node.head = 20
    await catchUp()
    node.earliest = 100
    node.head = 120
    await expect(follower().step(signal)).rejects.toThrow('refused blockchain')
    expect(await store.state()).toMatchObject({ next: 21 })
  })

  it('waits until the node has the first block', async () => {
    node.head = 40
    node.earliest = 5
    await expect(follower().step(signal)).rejects.toThrow('refused block')
    expect(await store.state()).toMatchObject({ next: 1 })
    node.earliest = 1
    await catchUp()
    expect(await store.state()).toMatchObject({ next: 41 })
  })

  it('is built again if a test network is reset to its first block', async () => {
    node.head = 30
    await catchUp()
    node.start = 1
    node.head = 12
    await catchUp()
    expect(await store.state()).toMatchObject({ next: 13 })
    const account = node.account(1)
    expect((await reader().activity(account)).map(({ hash }) => hash)).toEqual(
      node.historyOf(account).map(({ hash }) => hash),
    )
  })

  it.each([
    [
      'no result for a transaction',
      (text: string) => text.replace(/"txs_results":\[\{/, '"txs_results":[{},{'),
    ],
    [
      'an invalid hash',
      (text: string) => text.replace(/("block":\[?|"block_id":\{"hash":")[\dA-F]{64}/g, '$1no'),
    ],
    ['an invalid time', (text: string) => text.replace(/"time":"[^"]+"/g, '"time":"soon"')],
    ['the value null', () => 'null'],
  ])('stores nothing if the answer has %s', async (_, spoil) => {
    node.head = 3
    const one = follower(async (body) => {
      const text = node.answer(body)
      return body.includes('"block') && !body.includes('blockchain') ? spoil(text) : text
    })
    await expect(one.step(signal)).rejects.toThrow()
    expect(await store.state()).toMatchObject({ next: 1 })
  })

  it('leaves the balances to the node', async () => {
    const account = node.account(3)
    node.balances.set(account, [
      ['uatom', 5_000_000n],
      ['utusd', 250n],
      ['factory/unknown', 1n],
    ])
    const charged: number[] = []
    expect(await reader().holdings(account, undefined, (tokens) => void charged.push(tokens))).toEqual([
      { asset: native, amount: 5_000_000n },
      { asset: { address: 'utusd', name: 'tUSD', symbol: 'tUSD', decimals: 2 }, amount: 250n },
    ])
    expect(charged).toEqual([3])
    expect(await reader().holdings(node.account(4))).toEqual([{ asset: native, amount: 0n }])
  })

  it('accepts only addresses with the prefix of the chain', () => {
    const { addressOf } = reader()
    const account = node.account(0)
    expect(addressOf(account)).toBe(account)
    expect(addressOf(account.toUpperCase())).toBe(account)
    expect(addressOf(account.replace('cosmos', 'osmo'))).toBeUndefined()
    expect(addressOf(`${account.slice(0, -1)}b`)).toBeUndefined()
    expect(addressOf('0x0000000000000000000000000000000000000000')).toBeUndefined()
  })
})
