import { Hono } from 'hono'
import { sharedRuns } from '../core/async/shared-run.ts'
import type { Query } from './database/database.ts'

/** For each service, a statement that reads one of the service's tables. */
const statements = {
  wallet: 'select 1 from wallet_service_key limit 1',
  telemetry: 'select 1 from telemetry_events limit 1',
  history: 'select 1 from history_networks limit 1',
} as const

/**
 * Serves `/healthz` and `/readyz`. `/healthz` answers while the process runs. `/readyz` answers 200 if all services can read
 * their database, otherwise 503. A monitor uses `/healthz` to decide when to restart the process. A load balancer uses `/readyz`
 * to choose where it sends visitors. Needs no token, so concurrent requests share the queries.
 */
export function healthApp(query: Query, services: readonly (keyof typeof statements)[]): Hono {
  const app = new Hono()
  const checks = sharedRuns<boolean>()
  app.get('/healthz', (c) => c.json({ ok: true }))
  app.get('/readyz', async (c) => {
    const found = await Promise.all(
      services.map(async (service) => {
        const isReady = await checks(service, () =>
          query(statements[service]).then(
            () => true,
            () => false,
          ),
        )
        return [service, isReady] as const
      }),
    )
    const ok = found.every(([, isReady]) => isReady)
    return c.json({ ok, database: Object.fromEntries(found) }, ok ? 200 : 503)
  })
  return app
}
