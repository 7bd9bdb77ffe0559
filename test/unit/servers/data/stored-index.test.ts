import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest'
import { eip155Blocks, settledOf } from '../../../../src/servers/data/eip155/stored-transactions.ts'
import { NodeCalls } from '../../../../src/servers/data/node-calls.ts'
import { ChainFollower } from '../../../../src/servers/data/stored-index/chain-follower.ts'
import { IndexStore } from '../../../../src/servers/data/stored-index/index-store.ts'
import { historyLag } from '../../../../src/servers/data/stored-index/lag.ts'
import { historyMigrations } from '../../../../src/servers/data/stored-index/migrations.ts'
import type { Database } from '../../../../src/servers/database/database.ts'
import { migrate } from '../../../../src/servers/database/migrate.ts'
import { FakeChain } from '../../../support/fake-chain.ts'
import { snapshotDatabase } from '../../../support/snapshot-database.ts'

const signal = new AbortController().signal
let database: Database
let chain: FakeChain
let network = 0
let store: IndexStore
let replaced: number
beforeAll(async () => {
  database = await snapshotDatabase()
  await migrate(database, historyMigrations)
})
afterAll(() => database?.close())
beforeEach(async () => {
  chain = new FakeChain({ accounts: 5, perBlock: 2 })
  store = await IndexStore.open(database, `eip155:${++network}`, 0)
  replaced = 0
})

/**
 * Returns a new follower: the object that reads the network's blocks into the index. The index is in the
 * database, so a new follower continues where the previous one stopped.
 */
function follower(post = async (body: string) => chain.answer(body)) {
  return new ChainFollower(eip155Blocks(new NodeCalls(post)), store, () => void replaced++)
}

async function catchUp(): Promise<void> {
  const one = follower()
  while (await one.step(signal));
}

/** Checks that the store lists the same transfers of each account as the fake network, from block `first` on. */
async function expectAll(first = 0): Promise<void> {
  for (let at = 0; at < 5; at++) {
    const account = chain.account(at)
    const found = (await store.newest(account, {})).map(settledOf)
    const expected = chain.historyOf(account).filter(({ block }) => block >= first)
    expect(
      found.map(({ hash, block, transfers }) => ({ hash, block, amount: transfers[0]?.amount })),
    ).toEqual(expected.map(({ hash, block, amount }) => ({ hash, block, amount })))
  }
}

describe('the index of a history in the database', () => {
  it('contains each transfer once if several processes read in turn', async () => {
    chain.head = 250
    expect(await follower().step(signal)).toBe(true)
    expect((await store.state()).isReady).toBe(false)
    expect(await follower().step(signal)).toBe(true)
    expect(await follower().step(signal)).toBe(false)
    expect(await store.state()).toMatchObject({ next: 251, isReady: true })
    await expectAll()
  })

  it('ignores the blocks of a slow process if a faster process stored them first', async () => {
    chain.head = 20
    let other: Promise<unknown> | undefined
    const slow = follower(async (body) => {
      // Meanwhile, the faster process reads the same blocks.
      if (body.includes('eth_getBlockReceipts')) {
        other ??= catchUp()
        await other
      }
      return chain.answer(body)
    })
    expect(await slow.step(signal)).toBe(true)
    expect(await store.state()).toMatchObject({ next: 21 })
    await expectAll()
  })

  it.each([10, 130])('replaces the last %i blocks after a reorganization', async (count) => {
    chain.head = 150
    await catchUp()
    const before = (await store.newest(chain.account(0), {})).length
    chain.replace(count)
    chain.head = 152
    await catchUp()
    expect(replaced).toBe(1)
    expect(before).toBeGreaterThan(0)
    await expectAll()
  })

  it('loses the blocks and the tokens that a reorganization removed', async () => {
    chain.head = 3
    await catchUp()
    expect(await store.tokensOf(chain.account(0), 10)).not.toEqual([])
    const reset = new FakeChain({ accounts: 5, perBlock: 0 })
    reset.replace(1)
    await follower(async (body) => reset.answer(body)).step(signal)
    expect(await store.state()).toMatchObject({ next: 1 })
    expect(await store.newest(chain.account(0), {})).toEqual([])
    expect(await store.tokensOf(chain.account(0), 10)).toEqual([])
  })

  it('lists the newest tokens of an account, and none for the zero address', async () => {
    const zero = `0x${'0'.repeat(40)}`
    const sender = chain.account(0)
    chain.head = 3
    const minted = async (body: string) => chain.answer(body).replaceAll(sender.slice(2), zero.slice(2))
    while (await follower(minted).step(signal));
    expect(await store.newest(zero, {})).not.toEqual([])
    expect(await store.tokensOf(zero, 10)).toEqual([])
    const all = await store.tokensOf(chain.account(1), 10)
    expect(all).toHaveLength(2)
    expect(await store.tokensOf(chain.account(1), 1)).toEqual(all.slice(1))
  })

  it('keeps the newest blocks if the node does not have them yet', async () => {
    chain.head = 150
    await catchUp()
    const before = await store.state()
    chain.head = 140
    expect(await follower().step(signal)).toBe(false)
    expect(await store.state()).toEqual(before)
    chain.head = 151
    await catchUp()
    expect(replaced).toBe(0)
    await expectAll()
  })

  it('keeps the newest blocks if another node behind the same URL does not have them yet', async () => {
    chain.head = 150
    await catchUp()
    const before = await store.state()
    chain.head = 148
    const balanced = follower(async (body) => {
      const isHead = body.includes('eth_blockNumber')
      return isHead ? JSON.stringify({ jsonrpc: '2.0', id: 0, result: '0x96' }) : chain.answer(body)
    })
    expect(await balanced.step(signal)).toBe(false)
    expect(await store.state()).toEqual(before)
    chain.head = 151
    await catchUp()
    expect(replaced).toBe(0)
    await expectAll()
  })

  it('lets the server handle requests while it stores blocks with many transfers', async () => {
    chain = new FakeChain({ accounts: 5, perBlock: 300 })
    chain.head = 9
    const events: string[] = []
    const watched: Database = {
      ...database,
      transaction(run) {
        events.push('write')
        setImmediate(() => events.push('others'))
        return database.transaction(run)
      },
    }
    store = await IndexStore.open(watched, `eip155:${network}`, 0)
    expect(await follower().step(signal)).toBe(false)
    expect(events.slice(0, 7)).toEqual(['write', 'others', 'write', 'others', 'write', 'others', 'write'])
    expect(await store.state()).toMatchObject({ next: 10, isReady: true })
    await expectAll()
  })

  it('is not ready if no process has looked for new blocks for three minutes', async () => {
    chain.head = 3
    await catchUp()
    const looked = (ago: string) =>
      database.query(`update history_networks set looked_at = now() - interval '${ago}' where network = $1`, [
        `eip155:${network}`,
      ])
    await looked('1 minute')
    expect(await store.state()).toMatchObject({ isReady: true })
    await looked('3 minutes')
    expect(await store.state()).toMatchObject({ isReady: false })
    await catchUp()
    expect(await store.state()).toMatchObject({ isReady: true })
  })

  it('keeps its blocks if the node has no block in common with the index', async () => {
    store = await IndexStore.open(database, `eip155:${++network}`, 100)
    chain.head = 250
    await catchUp()
    const other = new FakeChain({ accounts: 5, perBlock: 0 })
    other.head = 50
    const astray = follower(async (body) => other.answer(body))
    await expect(astray.step(signal)).rejects.toThrow('no block in common with the index up to block 250')
    await expectAll(100)
  })

  it('starts at the given block', async () => {
    store = await IndexStore.open(database, `eip155:${++network}`, 40)
    chain.head = 60
    await catchUp()
    await expectAll(40)
    const account = chain.account(1)
    const all = await store.newest(account, {})
    const first = await store.newest(account, { most: 3 })
    expect(first).toEqual(all.slice(0, 3))
    expect(await store.newest(account, { most: 4, before: first[2] })).toEqual(all.slice(3, 7))
  })

  it('reads fewer blocks per request after each failure of the node', async () => {
    chain.head = 150
    const asked: number[] = []
    const weak = follower(async (body) => {
      const calls = [JSON.parse(body)].flat().length
      if (body.includes('eth_getBlockReceipts')) asked.push(calls / 2)
      if (calls > 60) throw new Error('too large')
      return chain.answer(body)
    })
    await expect(weak.step(signal)).rejects.toThrow('too large')
    await expect(weak.step(signal)).rejects.toThrow('too large')
    expect(await weak.step(signal)).toBe(true)
    expect(asked).toEqual([100, 50, 25])
  })

  it('reads fewer blocks per request after a write fails', async () => {
    chain.head = 150
    const asked: number[] = []
    let fails = true
    const weak: Database = {
      ...database,
      transaction: (run) => (fails ? Promise.reject(new Error('too slow')) : database.transaction(run)),
    }
    store = await IndexStore.open(weak, `eip155:${network}`, 0)
    const one = follower(async (body) => {
      if (body.includes('eth_getBlockReceipts')) asked.push([JSON.parse(body)].flat().length / 2)
      return chain.answer(body)
    })
    await expect(one.step(signal)).rejects.toThrow('too slow')
    fails = false
    for (let times = 0; times < 2; times++) expect(await one.step(signal)).toBe(true)
    expect(asked).toEqual([100, 50, 100])
  })

  it('reports how many blocks it still has to read', async () => {
    chain.head = 120
    await follower().step(signal)
    const label = `{network="eip155:${network}"}`
    const lines = (await historyLag(database.query)).split('\n')
    expect(lines).toContain(`latchkey_history_next_block${label} 100`)
    expect(lines).toContain(`latchkey_history_lag_blocks${label} 21`)
    expect(lines.find((line) => line.startsWith(`latchkey_history_age_seconds${label}`))).toMatch(/ \d/)
  })
})
