import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { performance } from 'node:perf_hooks'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { cosmosBlocks } from '../../src/servers/data/cosmos/blocks.ts'
import { eip155Blocks } from '../../src/servers/data/eip155/stored-transactions.ts'
import { NodeCalls } from '../../src/servers/data/node-calls.ts'
import { ChainFollower } from '../../src/servers/data/stored-index/chain-follower.ts'
import { IndexStore } from '../../src/servers/data/stored-index/index-store.ts'
import type { BlockSource } from '../../src/servers/data/stored-index/indexed-block.ts'
import { historyMigrations } from '../../src/servers/data/stored-index/migrations.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { migrate } from '../../src/servers/database/migrate.ts'
import { postgres } from '../../src/servers/database/postgres.ts'
import { builtCli } from '../cli/support/bundle.ts'
import { FakeChain } from '../support/fake-chain.ts'
import { FakeComet } from '../support/fake-comet.ts'
import { loopback } from '../support/loopback.ts'
import { canStartPostgres, startPostgres } from '../support/real-postgres.ts'
import { asked, testRandom } from '../support/seed.ts'
import { serveInProcess } from '../support/serve-process.ts'

const transfers = asked('HISTORY_TRANSFERS', 20_000)
const seconds = asked('HISTORY_SECONDS', 5)
/**
 * The 95th percentile of the answer times, for balances and for history pages, must stay below this limit in ms. The default 0
 * means no limit, because other programs may slow the machine down.
 */
const mostTime = asked('HISTORY_P95', 0)
/** The limit for the time of a balance or a history page, as a multiple of the time to read one row by its primary key. */
const mostRows = 5
const rate = 100
const network = 'eip155:4242'
const perBlock = 50

it.skipIf(!canStartPostgres)(
  `a server answers ${rate} requests per second for ${seconds} s from an index of ${transfers} transfers (prints the times)`,
  { tags: ['all'], timeout: 7_200_000 },
  async () => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-history-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'projects.json'), JSON.stringify({ projects: { app: {} } }))
    const chain = new FakeChain({ accounts: Math.max(10, transfers / 100), perBlock })
    chain.head = transfers / perBlock - 1
    const [program, real] = await Promise.all([builtCli(), startPostgres()])
    onTestFinished(() => real.stop())
    const database = await postgres(real.url)
    onTestFinished(() => database.close())
    const source = eip155Blocks(new NodeCalls(async (body) => chain.answer(body)))
    await readAll(database, { network, source, first: 0 })

    const node = await loopback((request, response) => void response.end(chain.answer(request.body)))
    onTestFinished(() => node.close())
    const server = await serveInProcess(program, {
      env: { DATABASE_URL: real.url },
      args: [
        ...['--projects', join(folder, 'projects.json'), '--data-networks', `${network}=${node.url}`],
        ...['--proxies', '1'],
      ],
    })
    onTestFinished(() => server.stop())
    const chains = async () => (await fetch(`${server.url}/v1/supported-chains?projectId=app`)).text()
    await expect.poll(chains, { timeout: 30_000, message: 'the network is served' }).toContain(network)

    const random = testRandom()
    const timed = { balance: [] as number[], history: [] as number[], row: [] as number[] }
    const errors: string[] = []
    const measure = async (kind: keyof typeof timed, run: () => Promise<unknown>) => {
      const began = performance.now()
      await run().catch((error: Error) => errors.push(`${kind}: ${error.message}`))
      timed[kind].push(performance.now() - began)
    }
    const ask = async (path: string) => {
      // Each request comes from a different visitor, because a visitor may send only 1,200 requests per minute.
      const headers = {
        'x-forwarded-for': `10.${random.below(250)}.${random.below(250)}.${random.below(250)}`,
      }
      const response = await fetch(`${server.url}${path}`, { headers })
      const text = await response.text()
      if (response.status !== 200) throw new Error(`${response.status} ${text}`)
      return JSON.parse(text)
    }
    const balance = async (account: string) => {
      const { balances } = await ask(`/v1/account/${account}/balance?projectId=app&chainId=${network}`)
      if (balances.length === 0) throw new Error(`${balances.length} balances`)
    }
    const history = async (account: string) => {
      const path = `/v1/account/${account}/history?projectId=app&chainId=${network}`
      const first = await ask(path)
      if (first.data.length !== 50) throw new Error(`${first.data.length} rows`)
      return `${path}&cursor=${first.next}`
    }
    const row = async () => {
      const found = await database.query(
        'select details from history_transactions where network = 1 and block = $1 and place = $2',
        [random.below(chain.head), random.below(perBlock)],
      )
      if (found.length !== 1) throw new Error(`${found.length} rows`)
    }
    const once = (turn: number): Promise<unknown> => {
      // Every tenth request is for the address of one of the three tokens. Each token has a third of all transfers.
      const account = turn % 10 === 9 ? chain.token(turn) : chain.account(random.below(1e9))
      return turn % 2 === 0
        ? measure('balance', () => balance(account))
        : measure('history', () => history(account))
    }
    for (let turn = 0; turn < 20; turn++) await once(turn)
    for (const list of Object.values(timed)) list.length = 0

    const open: Promise<unknown>[] = []
    const began = performance.now()
    for (let turn = 0; turn < rate * seconds; turn++) {
      const wait = began + (turn * 1000) / rate - performance.now()
      if (wait > 0) await sleep(wait)
      open.push(once(turn))
      if (turn % 4 === 0) open.push(measure('row', row))
    }
    await Promise.all(open)

    const [b, h, r] = [p95(timed.balance), p95(timed.history), p95(timed.row)]
    console.log(
      `${rate * seconds} requests in ${((performance.now() - began) / 1000).toFixed(1)} s, ${errors.length} errors; ` +
        `p95 in ms: balance ${b.toFixed(1)}, history page ${h.toFixed(1)}, row by primary key ${r.toFixed(1)}`,
    )
    expect(errors.slice(0, 3)).toEqual([])
    for (const [what, took] of mostTime > 0 ? Object.entries({ balance: b, history: h }) : []) {
      expect(took, `${what}, in ms`).toBeLessThanOrEqual(mostTime)
      expect(took / r, `${what}, in reads of a row`).toBeLessThanOrEqual(mostRows)
    }
  },
)

it.skipIf(!canStartPostgres)(
  `an index of a cosmos chain reads ${transfers} transfers (prints the speed and the size)`,
  { tags: ['all'], timeout: 7_200_000 },
  async () => {
    const chainId = 'load-1'
    const chain = new FakeComet({ chainId, accounts: Math.max(10, transfers / 100), perBlock })
    chain.head = transfers / perBlock
    const real = await startPostgres()
    onTestFinished(() => real.stop())
    const database = await postgres(real.url)
    onTestFinished(() => database.close())
    const source = cosmosBlocks(new NodeCalls(async (body) => chain.answer(body)), chainId)
    await readAll(database, { network: `cosmos:${chainId}`, source, first: 1 })
  },
)

/** Reads the whole chain into the database, and prints the speed and the size. */
async function readAll(
  database: Database,
  {
    network,
    source,
    first,
  }: { readonly network: string; readonly source: BlockSource; readonly first: number },
): Promise<void> {
  await migrate(database, historyMigrations)
  const store = await IndexStore.open(database, network, first)
  const follower = new ChainFollower(source, store, () => {})
  const began = performance.now()
  while (await follower.step(new AbortController().signal));
  const took = (performance.now() - began) / 1000
  const [found] = await database.query<{ n: unknown; bytes: unknown }>(
    `select count(*) as n, (select sum(pg_total_relation_size(oid)) from pg_class
      where relname like 'history_%' and relkind = 'r') as bytes from history_transactions`,
  )
  expect(Number(found?.n)).toBe(transfers)
  await database.query('analyze')
  const megabytes = Number(found?.bytes) / 1e6
  console.log(
    `${network}: ${found?.n} transfers in ${took.toFixed(1)} s (${Math.round(Number(found?.n) / took)} a second), ${megabytes.toFixed(0)} MB`,
  )
}

function p95(times: readonly number[]): number {
  return times.toSorted((a, b) => a - b)[Math.ceil(times.length * 0.95) - 1] ?? Number.NaN
}
