// The numbers of the specification stand in one file. A page would have them all at load, since something there reads some.
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Which modules are nothing but numbers. */
const limits = /\/core\/(wallet-)?limits\.ts$/

/** Whoever reads some of the numbers gets a module of its own of them, in which only those are left. */
export const copyLimits: Plugin = {
  name: 'copy-limits',
  setup(build) {
    build.onResolve({ filter: /limits\.ts$/ }, ({ path, importer, resolveDir }) => {
      const file = resolve(resolveDir, path)
      return limits.test(file) && importer
        ? { path: file, suffix: `?${importer}`, sideEffects: false }
        : undefined
    })
  },
}
