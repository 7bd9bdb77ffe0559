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

/** Writes a file atomically. Only its owner can read it. */
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

/** Creates a file that only its owner can read. Fails if the file exists. */
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
  /** Whether other users can read the file. */
  readonly shared: boolean
  /** Whether a user other than root and the current user may have written the file. */
  readonly foreign: boolean
}

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
    // For a pipe (`<(…)`) and on Windows, the file mode doesn't show who has access.
    const tells = stats.isFile() && process.platform !== 'win32'
    const shared = tells && (stats.mode & 0o077) !== 0
    const foreign = tells && ((stats.mode & 0o022) !== 0 || !isOwner(stats.uid))
    return { text: readFileSync(file, 'utf8'), shared, foreign }
  } finally {
    closeSync(file)
  }
}

/** Returns whether the user is the current user or root. Root can write every file anyway. */
function isOwner(uid: number): boolean {
  return uid === 0 || uid === process.getuid?.()
}

/** Returns permission bits such as `0600`; undefined if the path doesn't exist. */
export function modeOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return (statSync(path).mode & 0o777).toString(8).padStart(4, '0')
}

/** Reads a file of this program. @throws `cli/state-writable` for a file that another user may have written */
export function readOwn(path: string): string | undefined {
  const found = readPrivate(path)
  if (!found) return undefined
  if (found.foreign || isOpenFolder(dirname(path)))
    throw cliError('cli/state-writable', `Another user may have written ${path}, so it isn't used`, {
      hint: `If it is yours, run: chmod go-w ${dirname(path)} ${path}; else remove it.`,
    })
  return found.text
}

/** Returns whether another user can replace files in the folder. In a sticky folder such as /tmp, other users can't. */
function isOpenFolder(folder: string): boolean {
  if (process.platform === 'win32') return false
  const { mode, uid } = statSync(folder)
  const sticky = (mode & 0o1000) !== 0
  return !isOwner(uid) || ((mode & 0o022) !== 0 && !sticky)
}
