import { statSync } from 'node:fs'
import { dirname } from 'node:path'
import { cliError } from '../output/cli-error.ts'
import { isOwner, readPrivate } from './private-file.ts'

/**
 * Reads a file of this program; undefined if there is none.
 * @throws `cli/state-writable` if another user may have written it. The file is neither trusted nor changed.
 */
export function readOwn(path: string): string | undefined {
  const found = readPrivate(path)
  if (!found) return undefined
  if (found.foreign || isOpenFolder(dirname(path)))
    throw cliError(
      'cli/state-writable',
      `${path} may have been written by another user, so that it is not believed`,
      { hint: `If it is yours, run: chmod go-w ${dirname(path)} ${path}; else remove it.` },
    )
  return found.text
}

/** Whether another user can replace files in the folder. In a sticky folder such as /tmp they can't. */
function isOpenFolder(folder: string): boolean {
  if (process.platform === 'win32') return false
  const { mode, uid } = statSync(folder)
  const sticky = (mode & 0o1000) !== 0
  return !isOwner(uid) || ((mode & 0o022) !== 0 && !sticky)
}
