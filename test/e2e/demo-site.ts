import type { AddressInfo } from 'node:net'
import { mergeConfig, preview } from 'vite'
import { demoConfig } from '../../examples/demo/server/config.ts'
import type { World } from '../../examples/demo/server/world.ts'
import { builtOnce, folderOfRun } from '../support/built-once.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'
import { buildFor, sourceAliases } from './built-page.ts'

export interface DemoSite {
  readonly origin: string
  close(): Promise<void>
}

interface Built {
  /** Whether to build in development mode. Default: production mode. */
  readonly development?: boolean
}

/**
 * Builds the demo from the sources, once for all test files. Returns the folder. The page gets the networks and
 * accounts from its server.
 */
export function buildDemo(world: World, { development = false }: Built = {}): Promise<string> {
  return builtOnce(nameOf({ development }), () =>
    buildFor(development ? 'development' : 'production', configOf(world, { development })),
  )
}

/** Serves the demo as `npm start` does. */
export async function serveDemo(world: World, built: Built = {}): Promise<DemoSite> {
  await buildDemo(world, built)
  const server = await preview(configOf(world, built))
  const { port } = server.httpServer.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  }
}

const nameOf = ({ development }: Built) => (development ? 'demo-in-development' : 'demo')

function configOf(world: World, built: Built) {
  return mergeConfig(demoConfig({ openDatabase: snapshotDatabase, ...world }), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: { outDir: folderOfRun(nameOf(built)), emptyOutDir: true, reportCompressedSize: false },
    preview: { port: 0 },
  })
}
