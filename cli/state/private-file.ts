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

/** Writes all or nothing, readable by its owner only: a reader sees the old text or the new one. */
export function writePrivate(path: string, text: string): void {
  const temporary = `${path}.${randomBytes(6).toString('hex')}.tmp`
  try {
    const file = openSync(temporary, 'wx', 0o600)
    try {
      writeSync(file, text)
      fsyncSync(file)
    } finally {
      closeSync(file)
    }
    renameSync(temporary, path)
  } catch (error) {
    rmSync(temporary, { force: true })
    throw error
  }
}

/** Writes a file that must not be there yet. */
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
  /** Somebody else than its owner may read it. */
  readonly shared: boolean
  /** Somebody else than this user, or root, may have written it. */
  readonly foreign: boolean
}

/** A file and who may use it; undefined when there is no such file. */
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
    // A pipe (`<(…)`) has no mode that means anything; neither has a file on Windows.
    const tells = stats.isFile() && process.platform !== 'win32'
    const shared = tells && (stats.mode & 0o077) !== 0
    const foreign = tells && ((stats.mode & 0o022) !== 0 || !isOwner(stats.uid))
    return { text: readFileSync(file, 'utf8'), shared, foreign }
  } finally {
    closeSync(file)
  }
}

/** Root can write everything anyway. */
export function isOwner(uid: number): boolean {
  return uid === 0 || uid === process.getuid?.()
}

/** The permission bits of a path as people write them, such as `0600`; undefined when it is not there. */
export function modeOf(path: string): string | undefined {
  if (!existsSync(path)) return undefined
  return (statSync(path).mode & 0o777).toString(8).padStart(4, '0')
}
