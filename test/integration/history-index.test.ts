// @module-tag ci
import { expect, it, onTestFinished } from 'vitest'
import { startAnvil } from '../../src/devnet/nodes/anvil.ts'
import { openHistoryIndex } from '../../src/servers/data/stored-index/history-index.ts'
import { ownNodesHandler } from '../../src/servers/upstream/own-nodes.ts'
import { startDesk } from '../support/desk.ts'
import { FakeChain } from '../support/fake-chain.ts'
import { loopback } from '../support/loopback.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'

const id = 'eip155:31398'
const alice = '0xf39fd6e51aad88f6f4ce6ab8827279cfffb92266'
const account = `0x${'5'.repeat(40)}`

it('the history index in a database follows its chain through a reorganization of ten blocks and a restart', async () => {
  const node = await startAnvil(31398, {})
  onTestFinished(() => node.stop())
  const rpc = async (method: string, params: readonly unknown[]) => {
    const body = JSON.stringify({ jsonrpc: '2.0', id: 1, method, params })
    const headers = { 'content-type': 'application/json' }
    const answer = await (await fetch(node.url, { method: 'POST', headers, body })).json()
    expect(answer).not.toHaveProperty('error')
  }
  const pay = async (count: number) => {
    for (let at = 1; at <= count; at++)
      await rpc('eth_sendTransaction', [{ from: alice, to: account, value: `0x${at.toString(16)}` }])
  }
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const own = {
    networks: [{ id, name: 'Changing', rpcUrl: node.url, nativeCurrency }],
    now: Date.now,
    onLeftOut: () => {},
  } as const
  const database = await snapshotDatabase()
  onTestFinished(() => database.close())
  const failures: string[] = []
  const start = async () => {
    const index = await openHistoryIndex({ database, onFailure: (message) => void failures.push(message) })
    const desk = await startDesk({ database, data: await ownNodesHandler({ ...own, index }) })
    const stop = async () => {
      await desk.stop()
      await index.close()
    }
    return { desk, stop }
  }
  const inMemory = await startDesk({ data: await ownNodesHandler(own) })
  onTestFinished(() => inMemory.stop())
  let { desk, stop } = await start()
  onTestFinished(() => stop())
  const read = async ({ services }: typeof desk, path: string) =>
    (await fetch(`${services.url}${path}projectId=app`)).json()
  /** Checks that the index in the database and an index in memory list the same transactions. */
  const expectSame = async (rows: number) => {
    const path = `/v1/account/${account}/history?chainId=${id}&`
    await expect
      .poll(async () => (await read(desk, path)).data?.length, {
        timeout: 20_000,
        message: 'the transactions are listed',
      })
      .toBe(rows)
    expect(await read(desk, path)).toEqual(await read(inMemory, path))
  }
  await pay(12)
  await expectSame(12)
  expect(await read(desk, '/v1/supported-chains?')).toEqual({ http: [id], ws: [] })
  await rpc('anvil_reorg', [10, []])
  await expectSame(2)
  await pay(3)
  await expectSame(5)
  await stop()
  await pay(2)
  ;({ desk, stop } = await start())
  await expectSame(7)
  expect(await desk.read('/metrics')).toContain(`latchkey_history_lag_blocks{network="${id}"} 0`)
  expect(failures).toEqual([])
}, 60_000)

it('the history index continues after a restart, even if the chain is now too long for a new index', async () => {
  const network = 'eip155:4242'
  const chain = new FakeChain({ accounts: 5, perBlock: 2 })
  chain.head = 40
  let isDown = false
  const node = await loopback((request, response) => {
    response.statusCode = isDown ? 503 : 200
    response.end(isDown ? '' : chain.answer(request.body))
  })
  onTestFinished(() => node.close())
  const database = await snapshotDatabase()
  onTestFinished(() => database.close())
  const nativeCurrency = { name: 'Ether', symbol: 'ETH', decimals: 18 }
  const leftOut: string[] = []
  const start = async () => {
    const index = await openHistoryIndex({ database, onFailure: () => {} })
    const data = await ownNodesHandler({
      networks: [{ id: network, name: 'Own', rpcUrl: node.url, nativeCurrency }],
      ...{ index, now: Date.now, onLeftOut: (id: string) => void leftOut.push(id) },
    })
    const get = async (path: string) => {
      const { body } = await data({ method: 'GET', url: new URL(path, 'http://service'), body: '' })
      return JSON.parse(body)
    }
    const rows = async () => {
      const path = `/v1/account/${chain.account(1)}/history?projectId=app&chainId=${network}`
      return (await get(path)).data?.length
    }
    const served = async () => (await get('/v1/supported-chains?projectId=app')).http
    return { rows, served, close: () => index.close() }
  }
  const expectRows = (rows: () => Promise<unknown>) =>
    expect
      .poll(rows, { timeout: 20_000, message: 'the history is served' })
      .toBe(chain.historyOf(chain.account(1)).length)
  const first = await start()
  await expectRows(first.rows)
  await first.close()

  isDown = true
  const second = await start()
  expect(await second.served()).toEqual([network])
  isDown = false
  chain.head = 50
  await expectRows(second.rows)
  await second.close()

  const answer = chain.answer.bind(chain)
  // At first, the node reports so many blocks that the chain would be too long for a new index.
  let heads = 0
  chain.answer = (body) =>
    body.includes('eth_blockNumber') && heads++ === 0
      ? JSON.stringify({ jsonrpc: '2.0', id: JSON.parse(body).id ?? 0, result: '0x1312d00' })
      : answer(body)
  const third = await start()
  await expectRows(third.rows)
  await third.close()
  expect(leftOut).toEqual([])
})
