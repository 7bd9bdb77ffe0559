// The bench's own pages, as Vite builds them for a host, served from loopback.
import { createServer } from 'node:http'
import { extname, join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { build } from 'vite'
import { root } from './workspace.mjs'

const folder = join(root, 'scripts/bench/pages')
const types = { '.html': 'text/html', '.js': 'text/javascript', '.css': 'text/css' }

/** `gzipOf` is the size of a file; React's own files, which every host of it has, are known by their name. */
export async function servePages(names) {
  const { output } = await build({
    root: folder,
    configFile: false,
    logLevel: 'silent',
    build: {
      write: false,
      target: 'es2022',
      modulePreload: { polyfill: false },
      rollupOptions: {
        input: names.map((name) => join(folder, `${name}.html`)),
        output: {
          codeSplitting: {
            groups: [{ name: 'react', test: /[\\/]node_modules[\\/](react|react-dom|scheduler)[\\/]/ }],
          },
        },
      },
    },
  })
  const files = new Map(output.map((file) => [`/${file.fileName}`, file.code ?? file.source]))
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
    gzipOf: (path) => gzipSync(files.get(path), { level: 9 }).byteLength,
    isReact: (path) => /\/(react|rolldown-runtime)-[^/]*$/.test(path),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}

/** A node of which nobody expects more than one answer. */
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
