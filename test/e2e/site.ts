import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { build } from 'esbuild'

export interface Site {
  readonly origin: string
  /** Paths that were asked for, since the last call. */
  requested(): readonly string[]
  /** The built files that contain any source whose path matches. */
  filesWith(source: RegExp): readonly string[]
  close(): Promise<void>
}

// A strict page: nothing inline, no eval, no strings made into code; connections to loopback only.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src data:',
  'connect-src http://127.0.0.1:*',
  "require-trusted-types-for 'script'",
].join('; ')

/** Builds the pages as a host's bundler does, and serves them from loopback. */
export async function serveSite(): Promise<Site> {
  const { outputFiles, metafile } = await build({
    entryPoints: ['contract', 'client', 'tabs'].map((name) =>
      fileURLToPath(new URL(`./pages/${name}.ts`, import.meta.url)),
    ),
    bundle: true,
    splitting: true,
    format: 'esm',
    target: 'es2022',
    outdir: '/',
    write: false,
    metafile: true,
    logLevel: 'warning',
  })
  const files = new Map(outputFiles.map(({ path, contents }) => [path, contents]))
  let requested: string[] = []

  const server = createServer(({ url = '/' }, response) => {
    requested.push(url)
    const page = /^\/(\w+)\.html$/.exec(url)?.[1]
    const script = files.get(url)
    if (page) {
      response.setHeader('content-type', 'text/html')
      response.setHeader('content-security-policy', policy)
      response.end(`<!doctype html><title>Latchkey</title><script type="module" src="/${page}.js"></script>`)
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
    origin: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requested() {
      const paths = requested
      requested = []
      return paths
    },
    filesWith: (source) =>
      Object.entries(metafile.outputs)
        .filter(([, { inputs }]) => Object.keys(inputs).some((path) => source.test(path)))
        .map(([path]) => `/${path.slice(path.lastIndexOf('/') + 1)}`),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
