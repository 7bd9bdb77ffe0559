import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Parameters<NodeFS['init']>[1]
/** Emscripten's binding to Node's files, which its types omit. */
interface NodeFiles {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/**
 * A folder on this machine where each commit is flushed to disk. Plain PGlite lets the operating system decide when its files reach the disk, so a
 * commit there survives a crash of the process, but not a power failure.
 */
class DurableFiles extends NodeFS {
  override async init(pg: PGlite, options: Options): Promise<{ emscriptenOpts: Options }> {
    const { emscriptenOpts } = await super.init(pg, options)
    const writeThrough = (module: unknown) => {
      ;(module as NodeFiles).NODEFS.stream_ops.fsync = ({ nfd }) => {
        fs.fsyncSync(nfd)
        return 0
      }
    }
    return { emscriptenOpts: { ...emscriptenOpts, preRun: [...(emscriptenOpts.preRun ?? []), writeThrough] } }
  }
}

/** PGlite's default parameters turn syncing off; later parameters override them. Emscripten supports only the `fsync` method. */
const durableParams: readonly string[] = [
  ...PGlite.defaultStartParams,
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

/** Opens the database in a folder, or creates it. */
export function openDurable(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFiles(folder), startParams: [...durableParams] })
}
