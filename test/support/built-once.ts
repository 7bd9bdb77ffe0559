import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** Returns the folder for the build with this name. The folder is removed when the test run ends. */
export const folderOfRun = (name: string) => join(inject('runFolder'), name)

/**
 * Builds something once per run, for several test files. The first file builds into a folder while the other files wait. If this
 * build fails, the next file builds again. Returns the folder.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = folderOfRun(name)
  const done = `${folder}.done`
  const claim = `${folder}.claim`
  while (!existsSync(done)) {
    if (!(await claimed(claim))) {
      await giveUpFor(claim)
      // Polls with `sleep`, because hooks call this function too, and `expect.poll` doesn't work in hooks.
      await sleep(100)
      continue
    }
    try {
      if (existsSync(done)) break
      await rm(folder, { recursive: true, force: true })
      await build(folder)
      await writeFile(done, '')
    } finally {
      await rm(claim, { force: true })
    }
  }
  return folder
}

/** Reads the files in a folder. The keys are the paths within the folder. */
export async function readBuilt(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const read = async (path: string) =>
    [path.slice(folder.length).replaceAll(sep, '/'), await readFile(path)] as const
  return new Map(await Promise.all(paths.map(read)))
}

/**
 * Tries to create the file `claim`, which shows the other processes that this process is building. Returns false if the
 * file exists.
 */
async function claimed(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the file `claim` if the process that created it has died. */
async function giveUpFor(claim: string): Promise<void> {
  const pid = Number(await readFile(claim, 'utf8').catch(() => ''))
  // The file was removed, or is empty because its process hasn't written yet.
  if (pid === 0) return
  try {
    process.kill(pid, 0)
  } catch {
    await rm(claim, { force: true })
  }
}
