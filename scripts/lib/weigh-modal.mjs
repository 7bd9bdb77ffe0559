// Weighs the modal as Vite builds a page with it: every chunk gzipped, everything counted but react and react-dom.
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './workspace.mjs'

const page = `
import { createLatchkey } from 'latchkey'
import { ConnectButton, LatchkeyModal, LatchkeyProvider } from 'latchkey/react'
export { createLatchkey, ConnectButton, LatchkeyModal, LatchkeyProvider }
`
/** What a page with injected wallets of five families fetches besides, until the connect view stands. */
const untilConnect = /^(shell|connect|eip6963|legacy-ethereum|other-families)-/
const view =
  /^(account|all-wallets|approve-transaction|connecting-[a-z-]+|networks|profile|switch-[a-z-]+|unsupported-chain)-[A-Z0-9]{8}/

export async function weighModal() {
  const output = await build({
    root,
    configFile: false,
    logLevel: 'silent',
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
        preserveEntrySignatures: 'strict',
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
  const named = (pattern) =>
    [...chunks.keys()].filter((file) => pattern.test(file.slice(file.lastIndexOf('/') + 1)))

  const load = reached([...chunks.values()].filter(({ isEntry }) => isEntry).map(({ fileName }) => fileName))
  const connect = reached([...load, ...named(untilConnect)])
  const views = named(view).map((file) => ({
    name: /([a-z-]+)-/.exec(file.slice(file.lastIndexOf('/') + 1))[1],
    gzip: gzip([...reached([file])].filter((one) => !connect.has(one))),
  }))
  return { load: gzip(load), connect: gzip(connect), views }
}
