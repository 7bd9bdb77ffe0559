// Measures an import statement in a host's build: with all dependencies, minified, split at each `import()`.
import { readFileSync } from 'node:fs'
import { brotliCompressSync, gzipSync } from 'node:zlib'
import { build, transformSync } from 'esbuild'
import { inlineMessages } from './inline-messages.mjs'
import { root } from './workspace.mjs'

/** Returns sizes in bytes. Each size is computed only when it is read, because brotli takes seconds. */
const sizes = (files) => {
  const sum = (sizeOf) => files.reduce((before, { contents }) => before + sizeOf(contents).byteLength, 0)
  return {
    get raw() {
      return sum((contents) => contents)
    },
    get gzip() {
      return sum((contents) => gzipSync(contents, { level: 9 }))
    },
    get brotli() {
      return sum((contents) => brotliCompressSync(contents))
    },
  }
}

/**
 * Returns the sizes of an import statement. `initial` loads at once; `total` includes code that may load later. `inputs` are the files of the initial
 * part, `bytes` has their minified sizes, `initialText` is their code. `files` is the number of written files. Packages in `external` are left out.
 * `instead` replaces modules: its keys are the ends of paths, its values are the new code. `conditions` are export conditions.
 */
export async function bundle(code, { external = [], instead = {}, conditions } = {}) {
  const { outputFiles, metafile } = await build({
    stdin: { contents: code, resolveDir: root, sourcefile: 'entry.js', loader: 'jsx' },
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    platform: 'browser',
    jsx: 'automatic',
    ...(conditions && { conditions }),
    minify: true,
    treeShaking: true,
    write: false,
    metafile: true,
    legalComments: 'none',
    outdir: `${root}/.weigh`,
    external: ['node:*', ...external],
    logLevel: 'silent',
    // Without this setting, esbuild would find the sources by the paths in tsconfig.json, instead of the built package.
    tsconfigRaw: '{}',
    // Sources are transformed as in the build.
    plugins: [replaced(instead), inlineMessages(await catalogue())],
  })
  const outputs = Object.entries(metafile.outputs)
  // A chunk that is imported dynamically has an entry point too.
  const [entry] = outputs.find(([, output]) => output.entryPoint === 'entry.js')
  const reached = new Set()
  const visit = (path) => {
    if (reached.has(path)) return
    reached.add(path)
    for (const next of metafile.outputs[path].imports) {
      if (next.kind === 'import-statement' && !next.external) visit(next.path)
    }
  }
  visit(entry)
  const fileOf = (path) => outputFiles.find((file) => file.path.endsWith(path.replace(/^.*\.weigh\//, '/')))
  const inputs = [...reached].flatMap((path) => Object.keys(metafile.outputs[path].inputs))
  const bytes = new Map()
  for (const path of reached)
    for (const [input, { bytesInOutput }] of Object.entries(metafile.outputs[path].inputs))
      bytes.set(input, (bytes.get(input) ?? 0) + bytesInOutput)
  const first = [...reached].map(fileOf)
  const initialText = first.map(({ text }) => text).join('\n')
  return { initial: sizes(first), files: first.length, initialText, total: sizes(outputFiles), inputs, bytes }
}

const replaced = (instead) => ({
  name: 'replaced',
  setup(build) {
    for (const [end, contents] of Object.entries(instead))
      build.onLoad({ filter: new RegExp(`${end}$`) }, () => ({ contents, loader: 'js' }))
  },
})

async function catalogue() {
  const text = readFileSync(`${root}/src/core/errors/catalogue.ts`, 'utf8')
  const { code } = transformSync(text, { loader: 'ts' })
  return (await import(`data:text/javascript,${encodeURIComponent(code)}`)).catalogue
}
