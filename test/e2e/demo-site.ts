import type { AddressInfo } from 'node:net'
import { mergeConfig, preview } from 'vite'
import { demoConfig } from '../../examples/demo/server/config.ts'
import type { World } from '../../examples/demo/server/world.ts'
import { builtOnce, folderOfRun } from '../support/built-once.ts'
import { buildFor, sourceAliases } from './built-page.ts'

export interface DemoSite {
  readonly origin: string
  close(): Promise<void>
}

/**
 * The demo as `npm start` serves it, or as whoever works on it has it, built from the sources. The page asks its server for the world, so that one build serves
 * those of all files.
 */
export async function serveDemo(world: World, { development = false } = {}): Promise<DemoSite> {
  const name = development ? 'demo-in-development' : 'demo'
  const config = mergeConfig(demoConfig(world), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: { outDir: folderOfRun(name), emptyOutDir: true, reportCompressedSize: false },
    preview: { port: 0 },
  })
  await builtOnce(name, () => buildFor(development ? 'development' : 'production', config))
  const server = await preview(config)
  const { port } = server.httpServer.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  }
}
