import { randomBytes } from 'node:crypto'
import {
  closeSync,
  existsSync,
  fstatSync,
  fsyncSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { dirname } from 'node:path'
import { cliError } from '../output/cli-error.ts'

/** Writes a file atomically, readable by its owner only. */
export function writePrivate(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  createPrivate(temporary, text)
  try {
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Creates a file, readable by its owner only. Fails if it exists. */
export function createPrivate(path: string, text: string): void {
  const file = openSync(path, 'wx', 0o600)
  try {
    writeSync(file, text)
    fsyncSync(file)
  } catch (error) {
    rmSync(path, { force: true })
    throw error
  } finally {
    closeSync(file)
  }
}

export interface PrivateFile {
  readonly text: string
  /** Whether users other than the owner may read the file. */
  readonly shared: boolean
  /** Whether users other than root and the current user may have written the file. */
  readonly foreign: boolean
}

/** Reads a file and who can access it; undefined if there is none. */
export function readPrivate(path: string): PrivateFile | undefined {
  let file: number
  try {
    file = openSync(path, 'r')
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined
    throw error
  }
  try {
    const stats = fstatSync(file)
    // The mode of a pipe (`<(…)`) and of a file on Windows means nothing.
    const tells = stats.isFile() && process.platform !== 'win32'
    const shared = tells && (stats.mode & 0o077) !== 0
    const foreign = tells && ((stats.mode & 0o022) !== 0 || !isOwner(stats.uid))
    return { text: readFileSync(file, 'utf8'), shared, foreign }
  } finally {
    closeSync(file)
  }
}

/** Root counts as an owner, because it can write everything anyway. */
function isOwner(uid: number): boolean {
  return uid === 0 || uid === process.getuid?.()
}

/** Returns the permission bits of a path, such as `0600`; undefined if it doesn't exist. */
export function modeOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return (statSync(path).mode & 0o777).toString(8).padStart(4, '0')
}

/** Reads a file of this program, if there is one. Refuses a file that another user may have written, and leaves the file unchanged. */
export function readOwn(path: string): string | undefined {
  const found = readPrivate(path)
  if (!found) return undefined
  if (found.foreign || isOpenFolder(dirname(path)))
    throw cliError('cli/state-writable', `Another user may have written ${path}, so it isn't used`, {
      hint: `If it is yours, run: chmod go-w ${dirname(path)} ${path}; else remove it.`,
    })
  return found.text
}

/** Returns whether another user can replace files in the folder. In a sticky folder such as /tmp they can't. */
function isOpenFolder(folder: string): boolean {
  if (process.platform === 'win32') return false
  const { mode, uid } = statSync(folder)
  const sticky = (mode & 0o1000) !== 0
  return !isOwner(uid) || ((mode & 0o022) !== 0 && !sticky)
}
