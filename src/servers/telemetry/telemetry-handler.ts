import { DataRefusal } from '../data/data-refusal.ts'
import { bodyOf, type DataAnswer, type DataRequest, json, param } from '../data/requests.ts'
import { mayAsk } from '../project-config/origins.ts'
import type { FindsProjects } from '../project-config/projects.ts'
import { readEvent, type TelemetryEvent } from './wire-event.ts'

export interface TelemetryRequest extends DataRequest {
  /** Of the page that sent it; a program has none. */
  readonly origin: string | undefined
}

export interface TelemetrySource {
  readonly projects: () => FindsProjects
  /** Keeps one event, and resolves when it is kept. */
  readonly keep: (event: TelemetryEvent) => Promise<void>
}

/** The path that it answers. */
export const telemetryPath = '/e'
/** Of a body, in characters: an error report has a stack. */
const longest = 16_000

/**
 * Takes the events and error reports of pages, whoever serves it: `POST /e`, one in each request. Specification 2, section 7;
 * facts 2.3. It answers 202, 400 for what is no event, 403 for a project that is not known or a page that is none of its (of
 * which the client warns once), and 413.
 * @throws Where it could not be kept.
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
    if (!mayAsk(project.origins, origin))
      throw new DataRefusal(403, 'origin', `${origin?.slice(0, 200)} is not on the allowlist of the project`)
    if (body.length > longest) throw new DataRefusal(413, 'body', `At most ${longest} characters`)
    // A page that read an older configuration has done nothing wrong.
    if (!project.analytics) return json({ stored: false }, 202)
    await keep(readOf(request, id))
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
