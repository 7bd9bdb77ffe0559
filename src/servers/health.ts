import { Hono } from 'hono'
import type { Query } from './database/database.ts'

/** For each service, the statement that reads one of its tables. */
const statements = {
  wallet: 'select 1 from wallet_service_key limit 1',
  telemetry: 'select 1 from telemetry_events limit 1',
  history: 'select 1 from history_networks limit 1',
} as const

/**
 * Serves `/healthz`, which answers while the process runs, and `/readyz`, which answers with 200 if each service has its database, and else with 503.
 * A monitor restarts a process that isn't healthy; a load balancer sends no visitors to a process that isn't ready.
 */
export function healthApp(query: Query, services: readonly (keyof typeof statements)[]): Hono {
  const app = new Hono()
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const found = await Promise.all(
      services.map(async (service) => {
        const isReady = await query(statements[service]).then(
          () => true,
          () => false,
        )
        return [service, isReady] as const
      }),
    )
    const ok = found.every(([, isReady]) => isReady)
    return c.json({ ok, database: Object.fromEntries(found) }, ok ? 200 : 503)
  })
  return app
}
