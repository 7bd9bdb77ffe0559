import type { AddressInfo } from 'node:net'
import { extname } from 'node:path'
import { mergeConfig, type Plugin, preview } from 'vite'
import { demoConfig } from '../../examples/demo/server/config.ts'
import type { World } from '../../examples/demo/server/world.ts'
import { builtOnce, folderOfRun, readBuilt } from '../support/built-once.ts'
import { snapshotDatabase } from '../support/snapshot-database.ts'
import { buildFor, fewFiles, sourceAliases } from './built-page.ts'

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
  const files = await readBuilt(await buildDemo(world, built))
  const server = await preview(mergeConfig(configOf(world, built), { plugins: [cachedAssets(files)] }))
  const { port } = server.httpServer.address() as AddressInfo
  return {
    origin: `http://127.0.0.1:${port}`,
    close: () => server.close(),
  }
}

/**
 * Serves files with a digest in their names from memory, and lets the browser cache them. Without the cache, a reload
 * of the page would request them again.
 */
const cachedAssets = (files: ReadonlyMap<string, Buffer>): Plugin => ({
  name: 'cached-assets',
  configurePreviewServer({ middlewares, config }) {
    middlewares.use(({ url = '' }, response, next) => {
      const content = url.startsWith('/assets/') && files.get(url)
      if (!content) return next()
      for (const [name, value] of Object.entries(config.preview.headers))
        if (value !== undefined) response.setHeader(name, value)
      response.setHeader('cache-control', 'max-age=31536000, immutable')
      response.setHeader('content-type', types[extname(url)] ?? 'application/octet-stream')
      response.end(content)
    })
  },
})

const types: Readonly<Record<string, string>> = {
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.svg': 'image/svg+xml',
  '.wasm': 'application/wasm',
}

const nameOf = ({ development }: Built) => (development ? 'demo-in-development' : 'demo')

/** Vitest loads the modules of the demo's servers once per worker. Vite would load them again for each test file. */
const loadSource = <Module>(path: string) => import(/* @vite-ignore */ path) as Promise<Module>

function configOf(world: World, built: Built) {
  return mergeConfig(demoConfig({ openDatabase: snapshotDatabase, loadSource, ...world }), {
    configFile: false,
    logLevel: 'error',
    resolve: { alias: sourceAliases },
    build: {
      outDir: folderOfRun(nameOf(built)),
      emptyOutDir: true,
      reportCompressedSize: false,
      // With fewer files, the devtools need a file that waits for the devtools to load.
      rolldownOptions: { output: built.development ? {} : fewFiles },
    },
    preview: { port: 0 },
  })
}
