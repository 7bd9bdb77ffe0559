import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { cliError } from '../output/cli-error.ts'

/**
 * How long to wait for the lock, in ms. Another process usually holds the lock for only a few ms, but longer on a busy machine.
 */
const patience = 10_000
/**
 * The maximum age of a lock, in ms. An older lock counts as abandoned even if its process seems to run, because process ids are
 * reused.
 */
const longestHold = 30_000
/**
 * The maximum age of a lock file that is still empty, in ms. An older empty lock counts as abandoned, because its process ended
 * before it wrote the token.
 */
const longestUnsigned = 3_000

/**
 * Calls `change` while this process holds the lock of a file. The lock is a second file, beside the locked file.
 * @throws `cli/state-busy`
 */
export function withFileLock<T>(path: string, change: () => T): T {
  const lock = `${path}.lock`
  const token = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`
  const until = Date.now() + patience
  for (let turn = 0; !taken(lock, token); turn++) {
    if (Date.now() > until)
      throw cliError('cli/state-busy', `Another process holds ${lock}`, {
        hint: `If no latchkey runs any more, remove ${lock}.`,
      })
    if (freeAbandoned(lock)) continue
    pause(1 + (turn % 10))
  }
  try {
    return change()
  } finally {
    // Remove only a lock of this process. Another process may have taken the lock, because the lock seemed abandoned.
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

/** Returns undefined if the lock is gone, and null if it can't be read. */
function holderOf(lock: string): string | undefined | null {
  try {
    return readFileSync(lock, 'utf8')
  } catch (error) {
    return isGone(error) ? undefined : null
  }
}

function isGone(error: unknown): boolean {
  return (error as NodeJS.ErrnoException).code === 'ENOENT'
}

/** Returns true if the caller should try again at once. */
function freeAbandoned(lock: string): boolean {
  const holder = holderOf(lock)
  if (holder === undefined) return true
  if (holder === null) return false
  const [pid = '', host] = holder.split(' ')
  const isDead = host === hostname() && !isAlive(Number(pid))
  if (!isDead && ageOf(lock) < (holder === '' ? longestUnsigned : longestHold)) return false
  // Renaming ensures that only one process removes the lock. If the lock has changed in the meantime, it is put back.
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(lock, aside)
  } catch (error) {
    // If the lock is gone, another process removed it first.
    return isGone(error)
  }
  try {
    if (holderOf(aside) !== holder) linkSync(aside, lock)
  } catch {
    // Another process took the lock in the meantime.
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

/** Blocks the thread, because this code is synchronous like `localStorage`. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}

export function isAlive(pid: number): boolean {
  // For `kill`, an id of 0 or below means a group of processes.
  if (!Number.isInteger(pid) || pid <= 0) return false
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    // The process exists, but belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM'
  }
}
