// Measures the modal in a Vite build of a page: all chunks gzipped, without react and react-dom.
import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { inProduction } from './vite-production.mjs'
import { root } from './workspace.mjs'

const page = `
import { createLatchkey } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
export { createLatchkey, ConnectButton, LatchkeyModal, LatchkeyProvider }
`
/** The files of the modal's views. Each file has one group of views, called a room (`groups.ts`). */
const isView = /\/dist\/react\/views\/([a-z-]+)\.js$/
/** A page also loads these files before the connect view appears. */
const drawing = /\/dist\/react\/shell\/shell\.js$/
const exported = /^export \{[^}]*\b(walletDiscoveries|ModalEngine)\b/m
const isUntilConnect = (file) =>
  file.startsWith('/') && (drawing.test(file) || exported.test(readFileSync(file, 'utf8')))

/**
 * Returns gzip sizes in bytes. `load` also has the number of files. Each entry of `views` is about one room of views. `own` is
 * the size of the room's file. `gzip` is how much the room and the files that it shares add to the connect view.
 */
export async function weighModal() {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
    ...inProduction,
    plugins: [
      {
        name: 'page',
        resolveId: (id) => (id === 'virtual:page' ? '\0page.js' : null),
        load: (id) => (id === '\0page.js' ? page : null),
      },
    ],
    build: {
      write: false,
      target: 'es2022',
      rollupOptions: {
        input: 'virtual:page',
        external: [/^react(\/|$)/, /^react-dom(\/|$)/],
        // The entry stands for a page's own script. Such a script exports nothing, but the exports of this entry must stay.
        preserveEntrySignatures: 'allow-extension',
      },
    },
  })
  const chunks = new Map(
    [output]
      .flat()
      .flatMap((one) => one.output)
      .filter(({ type }) => type === 'chunk')
      .map((chunk) => [chunk.fileName, chunk]),
  )
  const reached = (files) => {
    const seen = new Set()
    const visit = (file) => {
      if (seen.has(file) || !chunks.has(file)) return
      seen.add(file)
      for (const next of chunks.get(file).imports) visit(next)
    }
    for (const file of files) visit(file)
    return seen
  }
  const gzip = (files) =>
    [...files].reduce((sum, file) => sum + gzipSync(chunks.get(file).code, { level: 9 }).byteLength, 0)
  const load = reached([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  // Finds files by their modules. Don't use the facade module: a file has no facade module if another file imports it statically.
  const until = [...chunks.values()].filter(({ moduleIds }) => moduleIds.some(isUntilConnect))
  const connect = reached([...load, ...until.map(({ fileName }) => fileName)])
  const viewOf = ({ moduleIds }) => moduleIds.flatMap((id) => isView.exec(id)?.[1] ?? [])[0]
  const viewFiles = [...chunks.values()].filter((chunk) => viewOf(chunk) && !connect.has(chunk.fileName))
  const views = viewFiles.map(({ fileName }) => ({
    name: viewOf(chunks.get(fileName)),
    own: gzip([fileName]),
    gzip: gzip([...reached([fileName])].filter((one) => !connect.has(one))),
  }))
  return { load: { gzip: gzip(load), files: load.size }, connect: gzip(connect), views }
}
