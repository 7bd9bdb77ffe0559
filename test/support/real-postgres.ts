import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresFolder } from '../../scripts/lib/workspace.mjs'
import { spawnTied, type TiedProcess } from '../../src/devnet/tied-process.ts'

const programs = process.platform === 'win32' ? undefined : postgresFolder()
const given = process.env.DATABASE_URL

/** Whether there is a Postgres here, running or to be started. */
export const hasPostgres = given !== undefined || programs !== undefined
/** Whether one can be started, which may then be killed. */
export const canStartPostgres = programs !== undefined

export interface RealPostgres {
  /** Of a database that is empty. */
  readonly url: string
  /** Kills all of its processes at once and starts it again on the same files. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** An empty database at `DATABASE_URL`, else in a Postgres of the test's own. */
export async function emptyDatabase(): Promise<Pick<RealPostgres, 'url' | 'stop'>> {
  if (!given) return startPostgres()
  const name = `latchkey_${randomBytes(6).toString('hex')}`
  await run(given, `create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, stop: () => run(given, `drop database ${name} with (force)`) }
}

/** A Postgres in a temporary folder, on loopback. It syncs to the disk, as it does by default. */
export async function startPostgres(): Promise<RealPostgres> {
  if (!programs) throw new Error('there is no Postgres here')
  const program = (name: string) => join(programs, name)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  const port = await freePort()
  const url = `postgres://postgres@127.0.0.1:${port}/postgres`
  const spawn = (name: string, ...args: readonly string[]) => {
    const [file, ...rest] = [...owner, program(name), ...args] as [string, ...string[]]
    const process = spawnTied(file, rest, { folder })
    let said = ''
    for (const stream of [process.child.stdout, process.child.stderr])
      stream?.on('data', (chunk) => {
        said = `${said}${chunk}`.slice(-2000)
      })
    return Object.assign(process, { said: () => said })
  }
  const made = spawn('initdb', '-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync')
  if ((await made.ended).code !== 0) throw new Error(`initdb failed: ${made.said()}`)

  const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
  let server: TiedProcess
  const start = async () => {
    for (let tries = 0; ; tries++) {
      const started = spawn('postgres', '-D', data, ...settings.flatMap((one) => ['-c', one]))
      server = started
      while (started.pid !== undefined && !(await answers(url))) await sleep(50)
      if (started.pid !== undefined) return
      // What the kernel still takes down of the one before may be in the way.
      if (tries === 20) throw new Error(`postgres does not start: ${started.said()}`)
      await sleep(250)
    }
  }
  await start()
  return {
    url,
    async killAndRestart() {
      const { pid } = server
      if (pid === undefined) throw new Error('postgres has ended by itself')
      for (const one of [pid, ...childrenOf(pid)]) kill(one)
      await server.ended
      await start()
    },
    async stop() {
      // An orderly end would wait for who is connected.
      server.child.kill('SIGINT')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

async function run(url: string, statement: string): Promise<void> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    await client.query(statement)
  } finally {
    await client.end()
  }
}

async function answers(url: string): Promise<boolean> {
  return run(url, 'select 1').then(
    () => true,
    () => false,
  )
}

/** Postgres does not run as root: then as another user, to whom the folder is given. */
function ownerOf(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid = '', gid = ''] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  chownSync(folder, Number(uid), Number(gid))
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

/** The processes of each connection; they have groups of their own. */
function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {
    // It has ended in the meantime.
  }
}

async function freePort(): Promise<number> {
  const server = createServer()
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  const address = server.address()
  await new Promise((resolve) => server.close(resolve))
  if (typeof address !== 'object' || address === null) throw new Error('no port')
  return address.port
}
