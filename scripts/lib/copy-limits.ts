// All constants of the specification are in one file. Without this plugin, a page would load all constants at start, because some code there uses a
// few of them.
import { resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Modules that contain only constants. */
const limits = /\/core\/(wallet-)?limits\.ts$/

/** Gives each importer of constants a copy of the module, which tree shaking reduces to the used ones. */
export const copyLimits: Plugin = {
  name: 'copy-limits',
  setup(build) {
    build.onResolve({ filter: /limits\.ts$/ }, ({ path, importer, resolveDir, pluginData }) => {
      const file = resolve(resolveDir, path)
      return limits.test(file) && importer
        ? { path: file, suffix: `?${importer}${pluginData ?? ''}`, sideEffects: false }
        : undefined
    })
  },
}
