import type { Context } from 'hono'
import { DataRefusal } from '../data/data-refusal.ts'
import { type DataRequest, param } from '../data/requests.ts'
import { isAllowedOrigin } from '../project-config/origins.ts'
import type { Project, Projects } from '../project-config/projects.ts'

/** Where a request comes from, according to the browser. */
export interface RequestSource {
  readonly origin: string | undefined
  /** True if a page of another origin caused the request without an `Origin` header, for example with an image or a link. */
  readonly isHidden: boolean
}

const elsewhere: readonly unknown[] = ['cross-site', 'same-site']

export function requestSourceOf(c: Context): RequestSource {
  const origin = c.req.header('origin')
  return { origin, isHidden: origin === undefined && elsewhere.includes(c.req.header('sec-fetch-site')) }
}

/**
 * Returns true if the request comes from a page outside the project's allowlist. If the query names no known project, the
 * allowlists of all projects count. A request of a program doesn't count as foreign, because a program can send any origin.
 */
export function isForeign(projects: Projects, id: string | undefined, source: RequestSource): boolean {
  const named = id === undefined ? undefined : projects.get(id)
  return !(named ? [named] : [...projects.values()]).some((project) => isAllowed(project, source))
}

/**
 * Refuses a request of a foreign page before the body is read.
 * @throws DataRefusal 401 or 403, as `guardData` does.
 */
export function refuseForeign(
  projects: Projects,
  { method, id }: { readonly method: string; readonly id: string | undefined },
  { origin }: RequestSource,
): never {
  if (id === undefined ? method === 'GET' : !projects.has(id)) throw unknownProject(id)
  throw foreignOrigin(origin)
}

/**
 * Checks whether a request may use the data service, which costs the operator money. The allowlist of the project that the
 * request names must allow the request's origin. One call names no project: at least one allowlist must allow its origin.
 * @returns A function that throws DataRefusal: 401 without a known project, 403 for an origin that isn't allowed.
 */
export function guardData(projects: () => Projects): (request: DataRequest, source: RequestSource) => void {
  return (request, source) => {
    const id = param(request, 'projectId') ?? idIn(request.body)
    const all = projects()
    const named = id === undefined ? undefined : all.get(id)
    if (!named && !(id === undefined && namesNone(request))) throw unknownProject(id)
    const asked: readonly Project[] = named ? [named] : [...all.values()]
    if (!asked.some((project) => isAllowed(project, source))) throw foreignOrigin(source.origin)
  }
}

function isAllowed({ origins }: Project, { origin, isHidden }: RequestSource): boolean {
  return isAllowedOrigin(origins, origin) && !(isHidden && origins.length > 0)
}

function unknownProject(id: string | undefined): DataRefusal {
  return new DataRefusal(401, 'projectId', id === undefined ? 'It is missing' : 'It is not known here')
}

function foreignOrigin(origin: string | undefined): DataRefusal {
  const name = origin?.slice(0, 200) ?? 'It'
  return new DataRefusal(403, 'origin', `${name} is not on the allowlist of the project`)
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
