import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { cliError } from '../output/cli-error.ts'

/** How long to wait for the lock, in ms. A process holds the lock for only a few ms, but a busy machine may take longer. */
const patience = 10_000
/** The age in ms at which a lock counts as abandoned even if its process seems alive, because process ids are reused. */
const longestHold = 30_000
/** The age in ms at which an empty lock counts as abandoned: its process died before writing the token. */
const longestUnsigned = 3_000

/** Runs `change` while no other process holds the lock of a file. The lock is another file next to it. Throws `cli/state-busy`. */
export function withFileLock<T>(path: string, change: () => T): T {
  const lock = `${path}.lock`
  const token = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`
  const until = Date.now() + patience
  for (let turn = 0; !taken(lock, token); turn++) {
    if (freeAbandoned(lock)) continue
    if (Date.now() > until)
      throw cliError('cli/state-busy', `Another process holds ${lock}`, {
        hint: `If no latchkey runs any more, remove ${lock}.`,
      })
    pause(1 + (turn % 10))
  }
  try {
    return change()
  } finally {
    // Another process may have taken over the lock because it seemed abandoned.
    if (holderOf(lock) === token) rmSync(lock, { force: true })
  }
}

function taken(lock: string, token: string): boolean {
  try {
    const file = openSync(lock, 'wx', 0o600)
    try {
      writeSync(file, token)
    } finally {
      closeSync(file)
    }
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

function holderOf(lock: string): string | undefined {
  try {
    return readFileSync(lock, 'utf8')
  } catch {
    return undefined
  }
}

/** Removes the lock of a dead process. Returns true if the caller should retry at once. */
function freeAbandoned(lock: string): boolean {
  const holder = holderOf(lock)
  if (holder === undefined) return true
  const [pid = '', host] = holder.split(' ')
  const isDead = host === hostname() && !isAlive(Number(pid))
  if (!isDead && ageOf(lock) < (holder === '' ? longestUnsigned : longestHold)) return false
  // Rename, so that only one process removes the lock. If the lock has changed meanwhile, put it back.
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(lock, aside)
    if (holderOf(aside) !== holder) linkSync(aside, lock)
  } catch {
    // Another process was faster.
  }
  rmSync(aside, { force: true })
  return true
}

function ageOf(lock: string): number {
  try {
    return Date.now() - statSync(lock).mtimeMs
  } catch {
    return 0
  }
}

/** Blocks, because this code is synchronous like `localStorage`. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

export function isAlive(pid: number): boolean {
  // `kill` treats ids of zero and below as process groups.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // It exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
