import type { Context } from 'hono'
import { DataRefusal } from '../data/data-refusal.ts'
import { type DataRequest, param } from '../data/requests.ts'
import { isAllowedOrigin } from '../project-config/origins.ts'
import type { Project, Projects } from '../project-config/projects.ts'

/** The source of a request, as the browser reports it. */
export interface RequestSource {
  readonly origin: string | undefined
  /** True for a request from another site that sent no origin, such as an image or a link. */
  readonly isHidden: boolean
}

export function requestSourceOf(c: Context): RequestSource {
  const origin = c.req.header('origin')
  return { origin, isHidden: origin === undefined && c.req.header('sec-fetch-site') === 'cross-site' }
}

/**
 * Checks who may use the data service, which costs the operator money: the origins of the project that the request
 * names, or those of any project for the call that names none.
 * @returns A function that throws DataRefusal: 401 without a known project, 403 for another origin.
 */
export function guardData(projects: () => Projects): (request: DataRequest, source: RequestSource) => void {
  return (request, { origin, isHidden }) => {
    const id = param(request, 'projectId') ?? idIn(request.body)
    const all = projects()
    const named = id === undefined ? undefined : all.get(id)
    if (!named && !(id === undefined && namesNone(request)))
      throw new DataRefusal(401, 'projectId', id === undefined ? 'It is missing' : 'It is not known here')
    const asked: readonly Project[] = named ? [named] : [...all.values()]
    const isAllowed = asked.some(
      ({ origins }) => isAllowedOrigin(origins, origin) && !(isHidden && origins.length > 0),
    )
    if (!isAllowed)
      throw new DataRefusal(
        403,
        'origin',
        `${origin?.slice(0, 200) ?? 'It'} is not on the allowlist of the project`,
      )
  }
}

/** The only call without a project id (S3.2.1). */
function namesNone({ method, url }: DataRequest): boolean {
  return method === 'POST' && url.pathname === '/v1/profile/account'
}

function idIn(body: string): string | undefined {
  if (!body.startsWith('{')) return undefined
  try {
    const { projectId } = JSON.parse(body) as { projectId?: unknown }
    return typeof projectId === 'string' ? projectId : undefined
  } catch {
    return undefined
  }
}
