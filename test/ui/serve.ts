import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { buildFor, fewFiles, sourceAliases } from '../e2e/built-page.ts'
import { builtOnce, readBuilt } from '../support/built-once.ts'

export interface Served {
  readonly url: string
  close(): Promise<void>
}

/** Creates a security policy that is as strict as our docs promise. The only foreign hosts are the hosts that the page names. */
const policyOf = (hosts: readonly string[]) =>
  [
    "default-src 'self'",
    "script-src 'self'",
    "style-src 'self'",
    ["img-src 'self' data: blob:", ...hosts].join(' '),
    ["connect-src 'self'", ...hosts].join(' '),
    "object-src 'none'",
    "base-uri 'none'",
    "require-trusted-types-for 'script'",
  ].join('; ')

type Entry = 'views' | 'days'

/** Builds a page from the sources. */
export const buildViews = (entry: Entry, outDir: string) =>
  buildFor('development', {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: {
      outDir,
      target: 'es2022',
      minify: false,
      // Otherwise Vite adds a link to the page's head for each file of a view.
      modulePreload: false,
      rolldownOptions: {
        input: { [entry]: fileURLToPath(new URL(`pages/${entry}.tsx`, import.meta.url)) },
        output: { ...fewFiles, entryFileNames: '[name].js', chunkFileNames: '[name]-[hash].js' },
      },
    },
  })

/** Serves the page of views, or the page of ordinary days, on loopback. All test files share one build. */
export async function serveViews(hosts: readonly string[] = [], entry: Entry = 'views'): Promise<Served> {
  return serveBuilt(await builtOnce(entry, (outdir) => buildViews(entry, outdir)), hosts, entry)
}

/** Serves a page that `buildViews` has built. */
export async function serveBuilt(
  folder: string,
  hosts: readonly string[] = [],
  entry: Entry = 'views',
): Promise<Served> {
  const files = await readBuilt(folder)
  const server = createServer(({ url = '/' }, response) => {
    const path = url.split('?')[0] ?? '/'
    const script = files.get(path)
    if (path === '/') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.setHeader('content-security-policy', policyOf(hosts))
      response.end(
        `<!doctype html><html lang="en"><meta name="viewport" content="width=device-width,initial-scale=1"><title>Views</title><link rel="stylesheet" href="/page.css"><body><main><h1>A host page</h1></main><script type="module" src="/${entry}.js"></script>`,
      )
    } else if (path === '/page.css') {
      response.setHeader('content-type', 'text/css')
      response.end(
        'body{margin:0;font-family:system-ui,sans-serif;min-height:150vh;background:#f2f2ef}h1{font-size:32px;padding:0 32px}nav{display:flex;flex-wrap:wrap;gap:12px;padding:24px 32px}@media(prefers-color-scheme:dark){body{background:#1d1e1c;color:#eee}}',
      )
    } else if (path === '/frame.html') {
      response.setHeader('content-type', 'text/html; charset=utf-8')
      response.end(
        '<!doctype html><html lang="en"><title>Wallet</title><style>:root{color-scheme:light dark}body{font:16px sans-serif;background:light-dark(#fff,#202125);margin:24px}</style><h1>Placeholder</h1><p>Clicked <output>0</output></p><button>Approve</button><script>document.querySelector("button").onclick=()=>{const o=document.querySelector("output");o.value=Number(o.value)+1}</script>',
      )
    } else if (script) {
      response.setHeader('content-type', 'text/javascript')
      response.end(script)
    } else {
      response.statusCode = 404
      response.end()
    }
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
