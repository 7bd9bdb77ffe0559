// Builds the benchmark's pages with Vite, as a host does, and serves them from loopback.
import { existsSync } from 'node:fs'
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { inProduction } from './vite-production.mjs'
import { root } from './workspace.mjs'

const folder = join(root, 'scripts/bench/pages')
const ours = join(root, 'dist')
/** Only `npm run test:hosts` installs these libraries. Only some pages need them. */
const libraries = join(root, 'test/hosts/node_modules')
/** Whether the page with Solana wallet-adapter can be built. */
export const hasWalletAdapter = existsSync(join(libraries, '@solana/wallet-adapter-react-ui'))
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/**
 * Builds each page separately, with Vite's default settings. `gzipOf` returns a file's gzip size in bytes. `isOurs` returns whether a file contains
 * code of Latchkey. `scripts` has the modules of each script.
 */
export async function servePages(names) {
  const outputs = await Promise.all(names.map(buildPage))
  const output = outputs.flat()
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.code ?? file.source]))
  const modules = new Map(output.map((file) => [`/${file.fileName}`, file.moduleIds ?? []]))
  const server = createServer((request, response) => {
    const { pathname } = new URL(request.url, 'http://localhost')
    if (pathname === '/rpc') return answer(request, response)
    const content = files.get(pathname)
    response.writeHead(content === undefined ? 404 : 200, { 'content-type': types[extname(pathname)] ?? '' })
    response.end(content)
  })
  await new Promise((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    origin: `http://127.0.0.1:${server.address().port}`,
    scripts: modules,
    gzipOf: (path) => gzipSync(files.get(path), { level: 9 }).byteLength,
    isOurs: (path) => modules.get(path)?.some((id) => id.startsWith(ours)) ?? false,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** Finds a single copy of Solana wallet-adapter in its own folder, because its parts share a React context. */
const walletAdapter = {
  name: 'wallet-adapter',
  enforce: 'pre',
  resolveId(id) {
    if (!/^@solana\/wallet-adapter-(react|base)/.test(id)) return null
    return this.resolve(id, join(libraries, 'page.js'), { skipSelf: true })
  },
}

async function buildPage(name) {
  const { output } = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    ...inProduction,
    plugins: [walletAdapter],
    build: { write: false, rollupOptions: { input: join(folder, `${name}.html`) } },
  })
  return output
}

/** Answers every call of a node with `0x1`. */
function answer(request, response) {
  let body = ''
  request.on('data', (chunk) => {
    body += chunk
  })
  request.on('end', () => {
    const calls = [JSON.parse(body || '[]')].flat()
    const answers = calls.map(({ id }) => ({ jsonrpc: '2.0', id, result: '0x1' }))
    response.setHeader('content-type', 'application/json')
    response.end(JSON.stringify(body.startsWith('[') ? answers : answers[0]))
  })
}
