import type { MiddlewareHandler } from 'hono'
import { matchedRoutes } from 'hono/route'
import type { DeskMetrics } from './metrics.ts'

/** Measures request durations by matched route. The request's path isn't used, because it could be any text. */
export function measured(metrics: DeskMetrics, now: () => number): MiddlewareHandler {
  return async (c, next) => {
    const began = now()
    await next()
    const route = matchedRoutes(c).findLast(({ path }) => path !== '*' && path !== '/*')?.path ?? 'other'
    metrics.took(`${c.req.method} ${route}`, now() - began)
  }
}
