// Measures the first load of a benchmark's page in a webpack 5 build, without React. Next can build pages with webpack too.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { root } from './workspace.mjs'

const library = join(root, 'test/hosts/node_modules/webpack/lib/index.js')
/** Only `npm run test:hosts` installs webpack. */
export const hasWebpack = existsSync(library)

/** Returns the gzip size of the first load in bytes, the number of its files, and the number of all files. */
export async function weighWebpack(name) {
  const { default: webpack } = await import(pathToFileURL(library))
  // The folder is in the repository, so that the page finds the package by its name.
  const folder = join(root, 'node_modules/.cache/webpack-page', name)
  mkdirSync(folder, { recursive: true })
  try {
    const text = readFileSync(join(root, `scripts/bench/pages/${name}.jsx`), 'utf8')
    const { code } = transformSync(text, { loader: 'jsx', jsx: 'automatic' })
    writeFileSync(join(folder, 'page.mjs'), code)
    const stats = await promisify(webpack)({
      mode: 'production',
      context: root,
      entry: join(folder, 'page.mjs'),
      output: { path: join(folder, 'built') },
      externals: /^react(-dom)?(\/|$)/,
      performance: false,
      // Without this setting, webpack would find the sources by the paths in tsconfig.json, instead of the built package.
      resolve: { tsconfig: false },
    })
    const { errors, entrypoints, assets } = stats.toJson({
      all: false,
      errors: true,
      entrypoints: true,
      assets: true,
    })
    if (errors.length > 0) throw new Error(errors[0].message)
    const first = entrypoints.main.assets.map((asset) => asset.name)
    const sizes = first.map(
      (file) => gzipSync(readFileSync(join(folder, 'built', file)), { level: 9 }).byteLength,
    )
    return { gzip: sizes.reduce((sum, size) => sum + size, 0), files: first.length, chunks: assets.length }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
