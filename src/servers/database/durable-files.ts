import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Parameters<NodeFS['init']>[1]
/** The part of Emscripten's file API that its types omit. */
interface NodeFiles {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/** A folder in which each commit is flushed to disk. PGlite alone leaves this to the operating system, so a power failure could lose a commit. */
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

/**
 * The parameters with which PGlite starts. They turn on syncing, which is off by default. Of the sync methods, Emscripten
 * supports only `fsync`.
 */
const durableParams: readonly string[] = [
  ...PGlite.defaultStartParams,
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

/** Opens the database in a folder. Creates it if there is none. */
export function openDurable(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFiles(folder), startParams: [...durableParams] })
}
