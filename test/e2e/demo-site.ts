import { mkdtemp, rm } from 'node:fs/promises'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { mergeConfig, preview } from 'vite'
import { demoConfig } from '../../examples/demo/server/config.ts'
import type { World } from '../../examples/demo/server/world.ts'
import { buildForProduction, sourceAliases } from './built-page.ts'

export interface DemoSite {
  readonly origin: string
  close(): Promise<void>
}

/** The demo as `npm start` serves it, built from the sources. */
export async function serveDemo(world: World): Promise<DemoSite> {
  const outDir = await mkdtemp(join(tmpdir(), 'latchkey-demo-'))
  const config = mergeConfig(demoConfig(world), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: { outDir, emptyOutDir: true, reportCompressedSize: false },
    preview: { port: 0 },
  })
  await buildForProduction(config)
  const server = await preview(config)
  const { port } = server.httpServer.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    async close() {
      await server.close()
      await rm(outDir, { recursive: true, force: true })
    },
  }
}
