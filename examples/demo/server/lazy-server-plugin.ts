import type { IncomingMessage, Server, ServerResponse } from 'node:http'
import { fileURLToPath } from 'node:url'
import type { Alias, Connect, Plugin } from 'vite'
import { sourceLoader } from './source-loader.ts'

/** A server that answers some paths of the page's own origin. */
export interface LazyServer {
  readonly answer: (request: IncomingMessage, response: ServerResponse) => unknown
  close(): Promise<void>
}

export interface LazyServerOptions {
  readonly name: string
  /** Whether a request is for it. */
  readonly serves: (url: string) => boolean
  /** Of the module beside this one. */
  readonly module: string
  /** @param port That of the page. */
  readonly start: (module: never, port: number) => Promise<LazyServer>
}

/**
 * A server of the example at the origin of the page. Nothing of it is loaded before a page asks for it: its database takes
 * longer to start than all else of the demo.
 */
export function lazyServerPlugin({ name, serves, module, start }: LazyServerOptions): Plugin {
  let alias: readonly Alias[] = []
  let running: Promise<LazyServer> | undefined

  async function load(port: number): Promise<LazyServer> {
    const loader = await sourceLoader(alias)
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
      running ??= load(typeof address === 'object' && address ? address.port : 0).catch((error) => {
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
