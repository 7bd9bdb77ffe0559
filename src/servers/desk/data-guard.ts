import type { Context } from 'hono'
import { DataRefusal } from '../data/data-refusal.ts'
import { type DataRequest, param } from '../data/requests.ts'
import { mayAsk } from '../project-config/origins.ts'
import type { Project, Projects } from '../project-config/projects.ts'

/** Who asks, as far as a browser says it. */
export interface Asker {
  readonly origin: string | undefined
  /** A page of another site that did not say which: a picture or a link. */
  readonly isHidden: boolean
}

export function askerOf(c: Context): Asker {
  const origin = c.req.header('origin')
  return { origin, isHidden: origin === undefined && c.req.header('sec-fetch-site') === 'cross-site' }
}

/**
 * Who may ask the data service, which costs the operator something: pages of a project that is known, by the project that the
 * request names, or of any where the call names none.
 * @returns What throws DataRefusal: 401 without a project, 403 for a page of another origin.
 */
export function guardData(projects: () => Projects): (request: DataRequest, asker: Asker) => void {
  return (request, { origin, isHidden }) => {
    const id = param(request, 'projectId') ?? idIn(request.body)
    const all = projects()
    const named = id === undefined ? undefined : all.get(id)
    if (!named && !(id === undefined && namesNone(request)))
      throw new DataRefusal(401, 'projectId', id === undefined ? 'It is missing' : 'It is not known here')
    const asked: readonly Project[] = named ? [named] : [...all.values()]
    const isAllowed = asked.some(
      ({ origins }) => mayAsk(origins, origin) && !(isHidden && origins.length > 0),
    )
    if (!isAllowed)
      throw new DataRefusal(
        403,
        'origin',
        `${origin?.slice(0, 200) ?? 'It'} is not on the allowlist of the project`,
      )
  }
}

/** Facts 2.1: the one call that carries no project. */
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
