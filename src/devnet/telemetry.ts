import type { Project } from '../servers/project-config/projects.ts'
import { telemetryHandler } from '../servers/telemetry/telemetry-handler.ts'
import type { TelemetryEvent } from '../servers/telemetry/wire-event.ts'
import type { StartOptions } from './family-devnet.ts'
import { serveLoopback } from './server/loopback-server.ts'

/** A service that takes what pages tell of their visitors, on loopback: that of `latchkey serve`, but that it keeps all in memory. */
export interface DevTelemetry {
  /** `http://127.0.0.1:…`, for the option `endpoints.analytics`. */
  readonly url: string
  /** What came since the start, the oldest first. The last 10,000. */
  readonly events: readonly TelemetryEvent[]
  stop(): Promise<void>
}

export interface DevTelemetryOptions extends StartOptions {
  /** Of whose pages it takes events. Default: of any. */
  readonly origins?: readonly string[] | undefined
  /** Told of each event as it comes. */
  readonly onEvent?: ((event: TelemetryEvent) => void) | undefined
}

const remembered = 10_000

/**
 * Starts the service for projects of any id. What is no event is refused as a host's own service refuses it.
 * @throws `validation/invalid-input` for what is no origin.
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
      if (events.length > remembered) ids.delete(events.shift()?.id ?? '')
      onEvent?.(event)
    },
  })
  const { url, stop } = await serveLoopback({
    allowedOrigins,
    answer: ({ body, ...request }) => answer({ ...request, body: body.toString('utf8') }),
  })
  return { url, events, stop }
}
