import type { Project } from '../servers/project-config/projects.ts'
import { telemetryHandler } from '../servers/telemetry/telemetry-handler.ts'
import type { TelemetryEvent } from '../servers/telemetry/wire-event.ts'
import type { StartOptions } from './family-devnet.ts'
import { reply, requestOf, serveLoopback } from './server/loopback-server.ts'

/** The analytics service of `latchkey serve`, on loopback and in memory. */
export interface DevTelemetry {
  /** A URL such as `http://127.0.0.1:3000`, for the option `endpoints.analytics`. */
  readonly url: string
  /** The events, oldest first. The last 10,000 are kept. */
  readonly events: readonly TelemetryEvent[]
  stop(): Promise<void>
}

export interface DevTelemetryOptions extends StartOptions {
  /** The origins of pages whose events are accepted. Default: any. */
  readonly origins?: readonly string[] | undefined
  /** Called for each event. */
  readonly onEvent?: ((event: TelemetryEvent) => void) | undefined
}

const maxKept = 10_000

/**
 * Starts the service. It accepts any project id. Like a host's own service, it rejects invalid events.
 * @throws `validation/invalid-input` for an invalid origin.
 */
export async function startTelemetry({
  origins = [],
  onEvent,
  allowedOrigins,
}: DevTelemetryOptions = {}): Promise<DevTelemetry> {
  const project: Project = { origins, analytics: true, features: {} }
  const events: TelemetryEvent[] = []
  const ids = new Set<string>()
  const answer = telemetryHandler({
    projects: () => ({ get: () => project }),
    async keep(event) {
      if (ids.has(event.id)) return
      ids.add(event.id)
      events.push(event)
      if (events.length > maxKept) ids.delete(events.shift()?.id ?? '')
      onEvent?.(event)
    },
  })
  const { url, stop } = await serveLoopback({
    allowedOrigins,
    routes: (app) => app.all('*', async (c) => reply(c, await answer(requestOf(c)))),
  })
  return { url, events, stop }
}
