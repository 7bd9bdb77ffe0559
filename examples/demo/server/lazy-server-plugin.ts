import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Alias, Connect, Plugin } from 'vite'
import { sourceLoader } from './source-loader.ts'
import type { World } from './world.ts'

/** A server for some paths of the page's origin. */
export interface LazyServer {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown
  close(): Promise<void>
}

export interface LazyServerOptions {
  readonly name: string
  /** Whether the server handles a request. */
  readonly serves: (url: string) => boolean
  /** The path of the server's module, relative to this module. */
  readonly module: string
  /** Loads the module. Default: Vite loads it. */
  readonly load?: World['loadSource']
  /** @param port The port of the page. */
  readonly start: (module: never, port: number) => Promise<LazyServer>
}

/**
 * Adds a server to the page's origin. The server starts at its first request, because its database takes longer to start than the rest of the demo.
 */
export function lazyServerPlugin({ name, serves, module, load, start }: LazyServerOptions): Plugin {
  let alias: readonly Alias[] = []
  let running: Promise<LazyServer> | undefined

  async function begin(port: number): Promise<LazyServer> {
    const loader = load ? { load, close: async () => {} } : await sourceLoader(alias)
    try {
      const loaded = await loader.load<never>(fileURLToPath(new URL(module, import.meta.url)))
      const { answer, close } = await start(loaded, port)
      return { answer, close: () => close().then(loader.close) }
    } catch (error) {
      await loader.close()
      throw error
    }
  }

  function serveAt(httpServer: Pick<Server, 'address' | 'on'>): Connect.NextHandleFunction {
    httpServer.on('close', () => {
      running?.then((server) => server.close()).catch(() => {})
    })
    return (request, response, next) => {
      if (!serves(request.url ?? '')) return next()
      const address = httpServer.address()
      running ??= begin(typeof address === 'object' && address ? address.port : 0).catch((error) => {
        running = undefined
        throw error
      })
      running.then((server) => server.answer(request, response)).catch(next)
    }
  }

  return {
    name,
    configResolved({ resolve }) {
      alias = resolve.alias
    },
    configureServer({ middlewares, httpServer }) {
      if (httpServer) middlewares.use(serveAt(httpServer as Server))
    },
    configurePreviewServer({ middlewares, httpServer }) {
      middlewares.use(serveAt(httpServer as Server))
    },
  }
}
