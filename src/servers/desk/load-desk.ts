import { loadPeer } from '../load-peer.ts'
import type { ServeDeskOptions } from './options.ts'
import type { DeskServer } from './serve-desk.ts'

/**
 * Serves everything that hosts usually get from a vendor, on three isolated origins: the embedded wallet and its service, the
 * public services that pages call, and the operator's pages.
 * @throws `config/peer-missing` without hono and @hono/node-server; `validation/invalid-input` when two of the three share an
 * origin, or a URL isn't an origin.
 * @example
 * const services = { port: 3101, projects }
 * const pages = { port: 3102, token }
 * const desk = await serveDesk({ host, database, services, pages, now: Date.now, onError })
 * await desk.close()
 */
export async function serveDesk(options: ServeDeskOptions): Promise<DeskServer> {
  const { serveDesk: serve } = await loadPeer(() => import('./serve-desk.ts'), {
    feature: 'The desk of a host',
    install: 'npm install hono @hono/node-server',
  })
  return serve(options)
}
