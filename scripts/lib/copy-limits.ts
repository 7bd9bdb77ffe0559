// All constants of the specification are in one file. Some code that loads at start uses a few of them. Without this plugin, a page would load all
// constants at start.
import { relative, resolve } from 'node:path'
import type { Plugin } from 'esbuild'

/** Matches modules that contain only constants. */
const limits = /\/core\/(wallet-)?limits\.ts$/

/** Gives each importer of constants its own copy of the module. Tree shaking then removes the unused constants. */
export const copyLimits: Plugin = {
  name: 'copy-limits',
  setup(build) {
    // esbuild hashes the suffix, so it must not contain the path of the checkout. Otherwise each checkout would give other files.
    const from = (importer: string) => relative(process.cwd(), importer)
    build.onResolve({ filter: /limits\.ts$/ }, ({ path, importer, resolveDir, pluginData }) => {
      const file = resolve(resolveDir, path)
      return limits.test(file) && importer
        ? { path: file, suffix: `?${from(importer)}${pluginData ?? ''}`, sideEffects: false }
        : undefined
    })
  },
}
