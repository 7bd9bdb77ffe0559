import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PGlite } from '@electric-sql/pglite'
import type { Database } from '../../src/servers/database/database.ts'
import { databaseOn } from '../../src/servers/database/embedded.ts'
import { builtOnce } from './built-once.ts'

/**
 * Creates an empty database in memory, from a snapshot that is made once per test run. Without the snapshot, `embedded()` takes
 * four times as long and blocks the process, because it creates the database's files.
 */
export async function snapshotDatabase(): Promise<Database> {
  const folder = await builtOnce('empty-pglite', async (folder) => {
    const empty = await PGlite.create()
    // A compressed snapshot would take twice as long to load.
    const files = await empty.dumpDataDir('none')
    await empty.close()
    await mkdir(folder)
    await writeFile(join(folder, 'data.tar'), Buffer.from(await files.arrayBuffer()))
  })
  const files = new Blob([new Uint8Array(await readFile(join(folder, 'data.tar')))])
  return databaseOn(await PGlite.create({ loadDataDir: files }))
}
