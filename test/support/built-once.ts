import { existsSync } from 'node:fs'
import { readdir, readFile, rm, writeFile } from 'node:fs/promises'
import { join, sep } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { inject } from 'vitest'

/** The folder where the build with this name is; it is removed with the run. */
export const folderOfRun = (name: string) => join(inject('runFolder'), name)

/**
 * What several test files need and what does not change within a run: the first file builds it into its folder, the
 * others wait. After a failure, or the death of the builder, the next one builds it again.
 */
export async function builtOnce(name: string, build: (folder: string) => Promise<unknown>): Promise<string> {
  const folder = folderOfRun(name)
  const done = `${folder}.done`
  const claim = `${folder}.claim`
  while (!existsSync(done)) {
    if (!(await claimed(claim))) {
      await giveUpFor(claim)
      // Also called before tests, where `expect.poll` can't be used; the builder is another process.
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

/** The files in a folder, by relative path. */
export async function readBuilt(folder: string): Promise<ReadonlyMap<string, Buffer>> {
  const found = await readdir(folder, { recursive: true, withFileTypes: true })
  const paths = found.filter((one) => one.isFile()).map((one) => join(one.parentPath, one.name))
  const read = async (path: string) =>
    [path.slice(folder.length).replaceAll(sep, '/'), await readFile(path)] as const
  return new Map(await Promise.all(paths.map(read)))
}

/** Whether this process must build it. */
async function claimed(claim: string): Promise<boolean> {
  try {
    await writeFile(claim, String(process.pid), { flag: 'wx' })
    return true
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false
    throw error
  }
}

/** Removes the claim of a dead process. */
async function giveUpFor(claim: string): Promise<void> {
  const pid = Number(await readFile(claim, 'utf8').catch(() => ''))
  // Not written yet, or gone.
  if (pid === 0) return
  try {
    process.kill(pid, 0)
  } catch {
    await rm(claim, { force: true })
  }
}
