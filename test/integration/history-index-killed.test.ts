// @module-tag ci
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { expect, it, onTestFinished } from 'vitest'
import { postgres } from '../../src/servers/database/postgres.ts'
import { builtCli } from '../cli/support/bundle.ts'
import { FakeChain } from '../support/fake-chain.ts'
import { FakeComet } from '../support/fake-comet.ts'
import { loopback } from '../support/loopback.ts'
import { canStartPostgres, startPostgres } from '../support/real-postgres.ts'
import { asked, testRandom } from '../support/seed.ts'
import { serveInProcess } from '../support/serve-process.ts'

const kills = asked('HISTORY_KILLS', 1)
const accounts = 12
const perKill = 1500
const kinds = [
  {
    network: 'eip155:4242',
    make: () => new FakeChain({ accounts, perBlock: 2 }),
    blocksOf: (head: number) => head + 1,
  },
  {
    network: 'cosmos:cosmoshub-4',
    make: () => new FakeComet({ chainId: 'cosmoshub-4', accounts, perBlock: 2 }),
    blocksOf: (head: number) => head,
  },
] as const

async function historyOf(url: string, network: string, account: string): Promise<readonly string[]> {
  const hashes: string[] = []
  let cursor = ''
  for (;;) {
    const path = `/v1/account/${account}/history?projectId=app&chainId=${network}${cursor}`
    const page = (await (await fetch(`${url}${path}`)).json()) as {
      data: { id: string }[]
      next: string | null
    }
    hashes.push(...page.data.map(({ id }) => id))
    if (page.next === null) return hashes
    cursor = `&cursor=${page.next}`
  }
}

it.skipIf(!canStartPostgres).each(kinds)(
  `two servers on one Postgres list each transfer on $network once if the server that reads blocks is killed (kills: ${kills})`,
  { timeout: 120_000 + kills * 30_000 },
  async ({ network, make, blocksOf }) => {
    const folder = mkdtempSync(join(tmpdir(), 'latchkey-history-'))
    onTestFinished(() => rmSync(folder, { recursive: true, force: true }))
    writeFileSync(join(folder, 'projects.json'), JSON.stringify({ projects: { app: {} } }))
    const chain = make()
    const node = await loopback((request, response) => void response.end(chain.answer(request.body)))
    onTestFinished(() => node.close())
    const [program, real] = await Promise.all([builtCli(), startPostgres()])
    onTestFinished(() => real.stop())
    const database = await postgres(real.url)
    onTestFinished(() => database.close())
    const count = async (what: string) =>
      Number((await database.query<{ n: unknown }>(`select ${what} as n from history_transactions`))[0]?.n)
    const start = () =>
      serveInProcess(program, {
        env: { DATABASE_URL: real.url },
        args: ['--projects', join(folder, 'projects.json'), '--data-networks', `${network}=${node.url}`],
      })
    /** Returns the process id of the database session that has the lock for the network. */
    const holder = async () => {
      const [row] = await database.query<{ pid: number }>(
        `select pid from pg_locks where locktype = 'advisory' and granted
          and (classid::bigint << 32) | objid::bigint = hashtextextended($1, 0)`,
        [`latchkey history ${network}`],
      )
      return row?.pid ?? 0
    }
    const nextHolder = async (last: number) => {
      let pid = 0
      const isNext = async () => {
        pid = await holder()
        return pid !== 0 && pid !== last
      }
      await expect.poll(isNext, { timeout: 30_000, message: 'a server takes the lock' }).toBe(true)
      return pid
    }
    chain.head = perKill
    // Starts a server only when the other server has the lock, so that the test knows which server reads the blocks.
    let before = 0
    let reading = await start()
    onTestFinished(() => reading.stop())
    let pid = await nextHolder(0)
    let waiting = await start()
    onTestFinished(() => waiting.stop())
    const random = testRandom()
    for (let round = 0; round < kills; round++) {
      await expect
        .poll(() => count('count(*)'), { timeout: 30_000, message: 'a server reads blocks' })
        .toBeGreaterThan(before)
      await sleep(random.below(200))
      before = await count('count(*)')
      await reading.kill()
      // The other server takes over, and a new server waits for the lock.
      chain.head += perKill
      reading = waiting
      pid = await nextHolder(pid)
      waiting = await start()
    }
    // The limit grows with the number of kills, because each kill adds blocks to read.
    const timeout = 60_000 + kills * 15_000
    await expect
      .poll(() => count('coalesce(max(block), 0)'), { timeout, message: 'all blocks are read' })
      .toBe(chain.head)
    expect(await count('count(*)')).toBe(2 * blocksOf(chain.head))
    for (const at of [0, 5, accounts - 1]) {
      const account = chain.account(at)
      const expected = chain.historyOf(account).map(({ hash }) => hash)
      // Both servers answer requests, although only one of them reads blocks.
      expect(await historyOf(reading.url, network, account)).toEqual(expected)
      expect(await historyOf(waiting.url, network, account)).toEqual(expected)
    }
  },
)
