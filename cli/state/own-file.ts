import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { locked } from '../output/cli-error.ts'
import { isOwner, readPrivate } from './private-file.ts'

/**
 * The text of a file of this program's own; undefined when there is none.
 *
 * @throws `cli/state-writable` when another user may have written it: what it says is not believed, and it stays as it is.
 */
export function readOwn(path: string): string | undefined {
  const found = readPrivate(path)
  if (!found) return undefined
  if (found.foreign || isOpenFolder(dirname(path)))
    throw locked(
      'cli/state-writable',
      `${path} may have been written by another user, so that it is not believed`,
      `If it is yours, run: chmod go-w ${dirname(path)} ${path}; else remove it.`,
    )
  return found.text
}

/** Who may write a folder can put another file there. In one that is sticky, such as /tmp, nobody can replace ours. */
function isOpenFolder(folder: string): boolean {
  if (process.platform === 'win32') return false
  const { mode, uid } = statSync(folder)
  const sticky = (mode & 0o1000) !== 0
  return !isOwner(uid) || ((mode & 0o022) !== 0 && !sticky)
}
