import fs from 'node:fs'
import { PGlite } from '@electric-sql/pglite'
import { NodeFS } from '@electric-sql/pglite/nodefs'

type Options = Parameters<NodeFS['init']>[1]
/** What Emscripten has of Node's files; its types do not say so. */
interface NodeFiles {
  readonly NODEFS: { readonly stream_ops: { fsync?: (stream: { readonly nfd: number }) => number } }
}

/**
 * A folder of this machine to which a commit is written through. PGlite leaves it to the system when its files reach the disk:
 * that outlives the process, but not the machine's power.
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

/** PGlite's own parameters switch syncing off; the later ones count. Of all methods, Emscripten knows `fsync`. */
const durableParams: readonly string[] = [
  ...PGlite.defaultStartParams,
  ...['-c', 'fsync=on', '-c', 'wal_sync_method=fsync'],
]

/** Opens the database of a folder, or makes one there. */
export function openDurable(folder: string): Promise<PGlite> {
  return PGlite.create({ fs: new DurableFiles(folder), startParams: [...durableParams] })
}
