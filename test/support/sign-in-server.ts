import type { Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { serve } from '@hono/node-server'
import { type AppOptions, createApp } from '../../examples/sign-in-server/app.ts'
import { createSchema } from '../../examples/sign-in-server/store/schema.sql.ts'
import type { Database } from '../../src/servers/database/database.ts'
import { snapshotDatabase } from './snapshot-database.ts'

export interface RunningServer {
  readonly url: string
  /** The host and port that sign-in messages must contain. */
  readonly domain: string
  readonly errors: readonly unknown[]
  close(): Promise<void>
}

/** Creates a database in memory with the server's tables. */
export async function memoryDatabase(): Promise<Database> {
  const database = await snapshotDatabase()
  await createSchema(database)
  return database
}

/** Starts the example server in this process, on a free port. */
export async function startSignInServer(
  options: Pick<AppOptions, 'database'> & Partial<AppOptions>,
): Promise<RunningServer> {
  const errors: unknown[] = []
  let app: ReturnType<typeof createApp> | undefined
  const server = serve({ fetch: (...all) => app!.fetch(...all), hostname: '127.0.0.1', port: 0 }) as Server
  await new Promise((resolve) => server.once('listening', resolve))
  const domain = `127.0.0.1:${(server.address() as AddressInfo).port}`
  const url = `http://${domain}`
  app = createApp({ domains: [domain], origins: [url], onError: (error) => errors.push(error), ...options })
  return {
    url,
    domain,
    errors,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve())
        server.closeAllConnections()
      }),
  }
}
