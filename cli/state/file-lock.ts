import { randomBytes } from 'node:crypto'
import { closeSync, linkSync, openSync, readFileSync, renameSync, rmSync, statSync, writeSync } from 'node:fs'
import { hostname } from 'node:os'
import { CliError } from '../output/cli-error.ts'
import { exitCodes } from '../output/exit-codes.ts'
import { isAlive } from './alive.ts'

/** What is done under the lock takes a few ms; these, also in ms, are for a machine that does a hundred other things. */
const patience = 10_000
/** After this, whoever has it is taken for gone, even where its process seems to live: numbers of processes come back. */
const longestHold = 30_000
/** A lock gets its token in the moment after it is made; one without was made by a process that died in between. */
const longestUnsigned = 3_000

/**
 * Runs `change` while no other process that asks for the same lock does, so that nobody writes over what it has not read.
 *
 * @param path The file that is changed; the lock is a file beside it.
 * @throws `cli/state-busy` when another process holds it for too long.
 */
export function withFileLock<T>(path: string, change: () => T): T {
  const lock = `${path}.lock`
  const token = `${process.pid} ${hostname()} ${randomBytes(8).toString('hex')}`
  const until = Date.now() + patience
  for (let turn = 0; !taken(lock, token); turn++) {
    if (freeAbandoned(lock)) continue
    if (Date.now() > until)
      throw new CliError('cli/state-busy', exitCodes.failed, `Another process holds ${lock}`, {
        hint: `If no latchkey runs any more, remove ${lock}.`,
      })
    pause(1 + (turn % 10))
  }
  try {
    return change()
  } finally {
    // Not where somebody has taken it for abandoned, and has it now.
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

/** Takes away the lock of a process that has died with it. True when it is worth trying again at once. */
function freeAbandoned(lock: string): boolean {
  const holder = holderOf(lock)
  if (holder === undefined) return true
  const [pid = '', host] = holder.split(' ')
  const isDead = host === hostname() && !isAlive(Number(pid))
  if (!isDead && ageOf(lock) < (holder === '' ? longestUnsigned : longestHold)) return false
  // Of several who find it abandoned, one gets it out of the way; another may have taken a new one meanwhile.
  const aside = `${lock}.${randomBytes(6).toString('hex')}`
  try {
    renameSync(lock, aside)
    if (holderOf(aside) !== holder) linkSync(aside, lock)
  } catch {
    // Somebody else was quicker.
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

/** Everything here is done in one go, as in a browser's `localStorage`: waiting blocks, too. */
function pause(ms: number): void {
  Atomics.wait(new Int32Array(new SharedArrayBuffer(4)), 0, 0, ms)
}
