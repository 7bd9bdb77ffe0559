import { DataRefusal } from '../data/data-refusal.ts'
import { bodyOf, type DataAnswer, type DataRequest, json, param } from '../data/requests.ts'
import { isAllowedOrigin } from '../project-config/origins.ts'
import type { FindsProjects } from '../project-config/projects.ts'
import { readEvent, type TelemetryEvent } from './wire-event.ts'

export interface TelemetryRequest extends DataRequest {
  /** The origin of the page. Undefined if a program sent the event. */
  readonly origin: string | undefined
  /** Is called for a valid event of a known project, before the event is stored. Throws a DataRefusal if there are too many events. */
  readonly admit?: ((project: string) => void) | undefined
}

export interface TelemetrySource {
  readonly projects: () => FindsProjects
  /** Stores an event. Resolves when it is stored. */
  readonly keep: (event: TelemetryEvent) => Promise<void>
}

export const telemetryPath = '/e'
/** The maximum length of a request's body, in characters. The stack trace of an error report fits. */
const longest = 16_000

/**
 * Receives an analytics event or an error report: `POST /e` (S2.7, S3.2.3). Answers 202 for a valid event, and for any event of a
 * project without analytics. Answers 400 for an invalid event, 413 for a body that is too long, and 403 for an unknown project or
 * a forbidden origin. After 403, the client logs one warning.
 * @throws When the event can't be stored.
 */
export function telemetryHandler({
  projects,
  keep,
}: TelemetrySource): (request: TelemetryRequest) => Promise<DataAnswer> {
  return async (request) => {
    try {
      return await taken(request)
    } catch (error) {
      if (error instanceof DataRefusal) return json(error.body, error.status)
      throw error
    }
  }

  async function taken(request: TelemetryRequest): Promise<DataAnswer> {
    const { method, url, body, origin } = request
    if (url.pathname !== telemetryPath) throw new DataRefusal(404, 'path', 'Not found')
    if (method !== 'POST') throw new DataRefusal(405, 'method', 'Only POST')
    const id = param(request, 'projectId') ?? ''
    const project = projects().get(id)
    if (!project)
      throw new DataRefusal(403, 'projectId', id === '' ? 'It is missing' : 'It is not known here')
    if (!isAllowedOrigin(project.origins, origin))
      throw new DataRefusal(403, 'origin', `${origin?.slice(0, 200)} is not on the allowlist of the project`)
    if (body.length > longest) throw new DataRefusal(413, 'body', `At most ${longest} characters`)
    // Accept an event of a project without analytics, because the page may still have an older configuration.
    if (!project.analytics) return json({ stored: false }, 202)
    const event = readOf(request, id)
    request.admit?.(id)
    await keep(event)
    return json({ stored: true }, 202)
  }
}

function readOf(request: TelemetryRequest, project: string): TelemetryEvent {
  const sdk = [param(request, 'st'), param(request, 'sv')].filter(Boolean).join(' ')
  const body = bodyOf(request)
  try {
    return readEvent(body, { project, sdk })
  } catch (error) {
    throw new DataRefusal(400, 'body', (error as Error).message)
  }
}
