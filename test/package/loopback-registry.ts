import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface LoopbackRegistry {
  readonly url: string
  close(): Promise<void>
}

/**
 * Starts an npm registry with these tarballs. The registry redirects requests for other packages to npm's configured registry.
 */
export async function loopbackRegistry(tarballs: readonly string[]): Promise<LoopbackRegistry> {
  const own = new Map(tarballs.map((file) => [manifestIn(file).name, file]))
  const elsewhere = execFileSync('npm', ['config', 'get', 'registry'], { encoding: 'utf8' }).trim()
  const server = createServer((request, response) => {
    const [, name = '', isTarball] = /^\/(.+?)(\/-\/.*)?$/.exec(decodeURIComponent(request.url ?? '')) ?? []
    const file = own.get(name)
    if (!file) return response.writeHead(302, { location: new URL(request.url ?? '', elsewhere).href }).end()
    if (isTarball) return response.end(readFileSync(file))
    const manifest = manifestIn(file)
    const { version } = manifest
    const integrity = `sha512-${createHash('sha512').update(readFileSync(file)).digest('base64')}`
    const dist = { tarball: `http://${request.headers.host}/${name}/-/${version}.tgz`, integrity }
    response.setHeader('content-type', 'application/json')
    response.end(
      JSON.stringify({
        name,
        'dist-tags': { latest: version },
        versions: { [version]: { ...manifest, dist } },
      }),
    )
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

function manifestIn(file: string): { readonly name: string; readonly version: string } {
  return JSON.parse(execFileSync('tar', ['-xzOf', file, 'package/package.json'], { encoding: 'utf8' }))
}
