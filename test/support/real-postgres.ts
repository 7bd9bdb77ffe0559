import { execFileSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { chownSync, existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Client } from 'pg'
import { postgresFolder } from '../../scripts/lib/workspace.mjs'
import { onFreePort } from '../../src/devnet/free-port.ts'
import { spawnTied, type TiedProcess } from '../../src/devnet/tied-process.ts'
import { builtOnce } from './built-once.ts'
import { lastingPort } from './lasting-port.ts'

const programs = process.platform === 'win32' ? undefined : postgresFolder()
const given = process.env.DATABASE_URL

/** Whether tests can use Postgres: it runs at `DATABASE_URL`, or its programs are installed. */
export const hasPostgres = given !== undefined || programs !== undefined
/** Whether tests can start their own Postgres, which they can kill. */
export const canStartPostgres = programs !== undefined

export interface RealPostgres {
  /** The URL of an empty database. */
  readonly url: string
  /** Kills all processes of this Postgres, and starts Postgres again on the same files. */
  killAndRestart(): Promise<void>
  stop(): Promise<void>
}

/** Creates an empty database at `DATABASE_URL`. If that variable isn't set, starts a Postgres for the database. */
export async function emptyDatabase(): Promise<Pick<RealPostgres, 'url' | 'stop'>> {
  if (!given) return startPostgres({ durable: false })
  const name = `latchkey_${randomBytes(6).toString('hex')}`
  await run(given, `create database ${name}`)
  const url = new URL(given)
  url.pathname = `/${name}`
  return { url: url.href, stop: async () => void (await run(given, `drop database ${name} with (force)`)) }
}

export interface StartPostgresOptions {
  /** Whether Postgres writes a commit to the disk before it confirms the commit. Default: true, as in Postgres. */
  readonly durable?: boolean
  /** Returns a port to try. */
  readonly pick?: () => Promise<number>
}

/** Starts a Postgres on loopback, on a copy of the run's empty cluster in a temporary folder. */
export async function startPostgres({
  durable = true,
  pick = lastingPort,
}: StartPostgresOptions = {}): Promise<RealPostgres> {
  const cluster = await builtOnce('postgres-cluster', makeCluster)
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  const owner = ownerOf(folder)
  const data = join(folder, 'data')
  // `-a` keeps the owner and the permissions, which Postgres checks.
  execFileSync('cp', ['-a', join(cluster, 'data'), data])
  const urlAt = (port: number) => `postgres://postgres@127.0.0.1:${port}/postgres`

  const start = async (port: number): Promise<TiedProcess> => {
    const settings = ['listen_addresses=127.0.0.1', `port=${port}`, 'unix_socket_directories=']
    if (!durable) settings.push('fsync=off', 'full_page_writes=off')
    const args = ['-D', data, ...settings.flatMap((one) => ['-c', one])]
    const started = spawnAs(owner, 'postgres', args, folder)
    // Polls with `sleep`, because hooks call this function too, and `expect.poll` doesn't work in hooks.
    while (started.pid !== undefined && !(await serves(urlAt(port), data))) await sleep(50)
    if (started.pid === undefined) throw new Error(`postgres does not start: ${started.said()}`)
    return started
  }
  let server: TiedProcess
  const port = await onFreePort(
    async (port) => {
      server = await start(port)
      return port
    },
    { pick },
  )
  return {
    url: urlAt(port),
    async killAndRestart() {
      const { pid } = server
      if (pid === undefined) throw new Error('postgres has ended by itself')
      for (const one of [pid, ...childrenOf(pid)]) kill(one)
      await server.ended
      for (let tries = 0; ; tries++) {
        try {
          server = await start(port)
          return
        } catch (error) {
          // Try again, because the kernel may still be cleaning up after the killed process.
          if (tries === 20) throw error
          await sleep(250)
        }
      }
    },
    async stop() {
      // SIGINT, because Postgres waits for connected clients after SIGTERM.
      server.child.kill('SIGINT')
      await server.ended
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Creates an empty cluster with `initdb`. */
async function makeCluster(target: string): Promise<void> {
  // The user that runs initdb can't read the run's folder, so initdb writes to another folder.
  const folder = mkdtempSync(join(tmpdir(), 'latchkey-postgres-'))
  try {
    const data = join(folder, 'data')
    const args = ['-D', data, '-U', 'postgres', '-A', 'trust', '--no-sync']
    const made = spawnAs(ownerOf(folder), 'initdb', args, folder)
    if ((await made.ended).code !== 0) throw new Error(`initdb failed: ${made.said()}`)
    mkdirSync(target)
    execFileSync('cp', ['-a', data, join(target, 'data')])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

function spawnAs(owner: readonly string[], name: string, args: readonly string[], folder: string) {
  if (!programs) throw new Error('there is no Postgres here')
  const [file, ...rest] = [...owner, join(programs, name), ...args] as [string, ...string[]]
  const process = spawnTied(file, rest, { folder })
  let said = ''
  for (const stream of [process.child.stdout, process.child.stderr])
    stream?.on('data', (chunk) => {
      said = `${said}${chunk}`.slice(-2000)
    })
  return Object.assign(process, { said: () => said })
}

async function run(url: string, statement: string): Promise<readonly unknown[]> {
  const client = new Client({ connectionString: url, connectionTimeoutMillis: 2000 })
  client.on('error', () => {})
  await client.connect()
  try {
    return (await client.query(statement)).rows
  } finally {
    await client.end()
  }
}

/** Returns whether the Postgres of this folder answers at the URL. Another Postgres may have taken the port. */
async function serves(url: string, data: string): Promise<boolean> {
  return run(url, 'show data_directory').then(
    ([row]) => (row as { data_directory: string }).data_directory === data,
    () => false,
  )
}

/**
 * Returns the command that runs a program as another user, and makes this user the owner of the folder. Postgres refuses to run
 * as root, so root needs this command. Returns an empty command for another user.
 */
function ownerOf(folder: string): readonly string[] {
  if (process.getuid?.() !== 0) return []
  const users = readFileSync('/etc/passwd', 'utf8')
  const [, uid = '', gid = ''] =
    /^postgres:[^:]*:(\d+):(\d+):/m.exec(users) ?? /^nobody:[^:]*:(\d+):(\d+):/m.exec(users) ?? []
  chownSync(folder, Number(uid), Number(gid))
  return ['setpriv', `--reuid=${uid}`, `--regid=${gid}`, '--clear-groups']
}

/**
 * Returns the ids of the processes that serve connections. Each has a process group of its own, so the processes must be killed
 * one by one.
 */
function childrenOf(pid: number): readonly number[] {
  const file = `/proc/${pid}/task/${pid}/children`
  return existsSync(file) ? readFileSync(file, 'utf8').trim().split(' ').filter(Boolean).map(Number) : []
}

function kill(pid: number): void {
  try {
    process.kill(pid, 'SIGKILL')
  } catch {}
}
