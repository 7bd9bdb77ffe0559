import { randomBytes, randomUUID } from 'node:crypto'
import type { Database } from '../../src/servers/database/database.ts'
import type { PublicServicesOptions, ServeDeskOptions } from '../../src/servers/desk/options.ts'
import { type DeskServer, serveDesk } from '../../src/servers/desk/serve-desk.ts'
import { readProjects } from '../../src/servers/project-config/projects.ts'
import { snapshotDatabase } from './snapshot-database.ts'

export interface StartDeskOptions
  extends Partial<Omit<PublicServicesOptions, 'projects'>>,
    Partial<Pick<ServeDeskOptions, 'wallet' | 'proxies' | 'keepEvents' | 'now'>> {
  /** The contents of the projects file. Default: one project, `app`, which allows any origin. */
  readonly projects?: Readonly<Record<string, object>>
  /** The database of the services. Default: a database in memory. `stop` doesn't close a database that the test passed in. */
  readonly database?: Database
  readonly metricsToken?: string
}

export interface RunningDesk extends DeskServer {
  readonly token: string
  readonly database: Database
  /** The errors that the service reported. */
  readonly errors: readonly unknown[]
  /** Reads one of the operator's pages, with the operator's token. */
  read(path: string): Promise<string>
  stop(): Promise<void>
}

/**
 * Starts the services of `serveDesk` on free ports of loopback. They serve an embedded wallet only if `wallet` is
 * given. Takes 1 to 3 s.
 */
export async function startDesk({
  projects = { app: {} },
  database: given,
  metricsToken,
  wallet,
  proxies,
  keepEvents,
  now = Date.now,
  ...services
}: StartDeskOptions = {}): Promise<RunningDesk> {
  const errors: unknown[] = []
  const token = randomBytes(32).toString('base64')
  const database = given ?? (await snapshotDatabase())
  const listed = readProjects(JSON.stringify({ projects }))
  const server = await serveDesk({
    ...{ host: '127.0.0.1', database, wallet, proxies, keepEvents, now },
    services: { port: 0, projects: () => listed, ...services },
    pages: { port: 0, token, metricsToken },
    onError: (error) => void errors.push(error),
  })
  return {
    ...server,
    token,
    database,
    errors,
    async read(path) {
      const headers = { authorization: `Bearer ${token}` }
      return (await fetch(`${server.pages.url}${path}`, { headers })).text()
    },
    async stop() {
      await server.close()
      if (!given) await database.close()
    },
  }
}

/** Creates an event as pages send it (S3.2.3). */
export const wireEvent = (change: object = {}, props: object = {}) => ({
  eventId: randomUUID(),
  url: 'https://app.example/shop',
  domain: 'app.example',
  timestamp: Date.now(),
  props: { type: 'track', event: 'MODAL_OPEN', properties: { connected: false }, ...props },
  ...change,
})

/** Sends an event as pages do. */
export async function sendEvent(
  { services }: Pick<DeskServer, 'services'>,
  body: unknown,
  {
    project = 'app',
    headers = {},
  }: { readonly project?: string; readonly headers?: Record<string, string> } = {},
) {
  const response = await fetch(`${services.url}/e?projectId=${project}&st=appkit&sv=html-1`, {
    method: 'POST',
    headers,
    body: typeof body === 'string' ? body : JSON.stringify(body),
  })
  return { status: response.status, headers: response.headers, body: await response.json() }
}
