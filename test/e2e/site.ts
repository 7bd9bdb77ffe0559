import { writeFile } from 'node:fs/promises'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build, type Metafile } from 'esbuild'
import { builtOnce, readBuilt } from '../support/built-once.ts'

export interface Site {
  readonly origin: string
  /** Returns the paths of the requests since the last call. */
  requested(): readonly string[]
  /** Returns the built files that contain a source file whose path matches. */
  filesWith(source: RegExp): readonly string[]
  close(): Promise<void>
}

// The strict security policy of the pages: no inline scripts, no eval, and connections only to loopback.
const policy = [
  "default-src 'none'",
  "script-src 'self'",
  'img-src data:',
  'connect-src http://127.0.0.1:*',
  "require-trusted-types-for 'script'",
].join('; ')

const metafileName = 'metafile.json'

/** Builds the pages as a host's bundler does, once for all test files. Stores which sources each file contains. */
const builtSite = () =>
  builtOnce('site', async (outdir) => {
    const { metafile } = await build({
      entryPoints: ['contract', 'client', 'tabs'].map((name) =>
        fileURLToPath(new URL(`./pages/${name}.ts`, import.meta.url)),
      ),
      bundle: true,
      splitting: true,
      format: 'esm',
      target: 'es2022',
      outdir,
      metafile: true,
      logLevel: 'warning',
    })
    await writeFile(join(outdir, metafileName), JSON.stringify(metafile))
  })

/** Serves the pages on loopback. */
export async function serveSite(): Promise<Site> {
  const files = await readBuilt(await builtSite())
  const { outputs } = JSON.parse(String(files.get(`/${metafileName}`))) as Metafile
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
      Object.entries(outputs)
        .filter(([, { inputs }]) => Object.keys(inputs).some((path) => source.test(path)))
        .map(([path]) => `/${path.slice(path.lastIndexOf('/') + 1)}`),
    async close() {
      server.closeAllConnections()
      await new Promise((resolve) => server.close(resolve))
    },
  }
}
