// Weighs a benchmark's page as webpack 5 builds it, which is also how Next builds pages with webpack: without React, at its first load.
import { existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { promisify } from 'node:util'
import { gzipSync } from 'node:zlib'
import { transformSync } from 'esbuild'
import { root } from './workspace.mjs'

const library = join(root, 'test/hosts/node_modules/webpack/lib/index.js')
/** Whether `npm run test:hosts` has installed webpack, which no other script needs. */
export const hasWebpack = existsSync(library)

/** Returns the gzip size of the page's first load in bytes, and the number of its files and of all files. */
export async function weighWebpack(name) {
  const { default: webpack } = await import(pathToFileURL(library))
  // In the repository, so that the page finds the package by its name.
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
      // Weigh the built package, not the sources that tsconfig.json's paths resolve to.
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
