import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { DataRefusal } from '../data/data-refusal.ts'
import { NodeFailure } from '../data/node-calls.ts'
import { proxied } from '../data/node-proxy.ts'
import { type DataAnswer, type DataRequest, json, param } from '../data/requests.ts'
import {
  AmbiguousJson,
  type JsonObject,
  type JsonValue,
  parseStrictJson,
  writeStrictJson,
} from '../data/strict-json.ts'
import { type Answered, ask, UpstreamFailure } from './ask.ts'
import { isRpcError } from './post-to.ts'
import { nodeRoute, type PassedRoute, passedRoutes } from './routes.ts'

export interface Upstream {
  /** The base URL of a data service (S2.7), such as `https://data.example`. */
  readonly url: string
  /**
   * Our project id at this data service. It is the only credential, so clients never get it. Use an id of at least 16 characters: a shorter id can be
   * part of any word or amount, so it is replaced only where an answer names it as `projectId`.
   */
  readonly projectId: string
}

/**
 * The maximum length of a request's body, in characters. `calls` is the limit for JSON-RPC calls, `body` the limit for all other
 * requests.
 */
const longest = { body: 100_000, calls: 1_000_000 } as const
/** A project id of this length isn't in an answer by chance. */
const distinctLength = 16
/** Matches a project id as a field of JSON or as a parameter of a URL, also if the JSON or the URL is inside a string or a URL. */
const namedProject = /(projectId(?:=|%3D|\\?"\s*:\s*\\?"))([^"&#%\\\s]*)/gi
const busy = new DataRefusal(429, 'upstream', 'The upstream allows fewer requests')
/** Parameters that are always passed on: the SDK's name, its version and the client id of the relay. Latchkey sends no client id (S4.46). */
const always = ['st', 'sv', 'clientId'] as const

/**
 * Passes calls on to a third-party data service. Passes on only known calls with known parameters, and replaces the page's
 * project id with ours. Refuses requests in the same way as the data service does. Answers 502 when the upstream fails.
 */
export function upstreamHandler(upstream: Upstream): (request: DataRequest) => Promise<DataAnswer> {
  const routes = [...passedRoutes, nodeRoute]

  async function answer(request: DataRequest): Promise<DataAnswer> {
    const { method, url, body } = request
    const here = routes.filter(({ path }) => path.test(url.pathname))
    if (here.length === 0) throw new DataRefusal(404, 'path', 'Not found')
    const route = here.find((one) => one.method === method)
    if (!route) throw new DataRefusal(405, 'method', `Only ${here.map((one) => one.method).join(' and ')}`)
    const most = route === nodeRoute ? longest.calls : longest.body
    if (!isPlain(url.pathname)) throw new DataRefusal(400, 'path', 'A segment of it is not plain text')
    if (body.length > most) throw new DataRefusal(413, 'body', `At most ${most} characters`)
    return route === nodeRoute ? calls(request) : passOn(route, request)
  }

  async function passOn(route: PassedRoute, request: DataRequest): Promise<DataAnswer> {
    const { signal } = request
    const body = route.method === 'POST' ? named(bodyOf(request), route.body) : undefined
    if (body && route.project === 'body') body.set('projectId', upstream.projectId)
    const url = urlOf(route, request)
    const found = await ask({ method: route.method, url, body: body && writeStrictJson(body), signal })
    return answered(found, pageProject(request))
  }

  function calls(request: DataRequest): Promise<DataAnswer> {
    const chain = (param(request, 'chainId') ?? '') as CaipNetworkId
    const post = async (body: string, signal?: AbortSignal) => {
      const found = await ask({ method: 'POST', url: urlOf(nodeRoute, request), body, signal })
      const answer = answered(found, pageProject(request))
      // Some nodes answer with a JSON-RPC error and a status other than 200. Such an answer is passed on like any other.
      if (answer.status === 429 || (answer.status >= 400 && !isRpcAnswer(answer.body)))
        throw new RefusedCalls(answer)
      return answer.body
    }
    return proxied(new Map([[chain, post]]), request)
  }

  function urlOf({ query, project }: PassedRoute, request: DataRequest): URL {
    const url = new URL(upstream.url)
    url.pathname = url.pathname.replace(/\/$/, '') + request.url.pathname
    for (const name of [...query, ...always]) {
      const value = param(request, name)
      if (value !== undefined) url.searchParams.set(name, value)
    }
    if (project === 'query') url.searchParams.set('projectId', upstream.projectId)
    return url
  }

  /** @throws UpstreamFailure when pages must not get the answer. */
  function answered({ status, isJson, text, retryAfter }: Answered, page: string): DataAnswer {
    // The upstream refused our project id, not the page's project id. So the page must not get this status.
    if (status === 401 || status === 403) throw new UpstreamFailure('The upstream refuses our project')
    if (status >= 500) throw new UpstreamFailure('The upstream failed')
    if (!isJson && status === 429) return { ...json(busy.body, status), retryAfter }
    if (!isJson) throw new UpstreamFailure("The upstream's answer isn't JSON")
    const body =
      upstream.projectId.length < distinctLength
        ? text.replace(namedProject, (all, name, id) => (id === upstream.projectId ? name + page : all))
        : text.replaceAll(upstream.projectId, page)
    return { status, contentType: 'application/json', body, retryAfter }
  }

  return async (request) => {
    try {
      return await answer(request)
    } catch (error) {
      if (error instanceof RefusedCalls) return error.answer
      const failed = error instanceof UpstreamFailure || error instanceof NodeFailure
      const refusal = failed ? new DataRefusal(502, 'upstream', error.message) : error
      if (refusal instanceof DataRefusal) return json(refusal.body, refusal.status)
      throw error
    }
  }
}

/** The upstream's refusal of node calls. The client gets its status. Except for 408, the status tells the client that no transaction was sent. */
class RefusedCalls extends NodeFailure {
  constructor(readonly answer: DataAnswer) {
    const { status, retryAfter } = answer
    const isBusy = status === 429
    super(`The upstream refuses the calls (HTTP ${status})`, {
      busy: isBusy ? { retryAfter } : undefined,
      refused: !isBusy,
    })
  }
}

function isRpcAnswer(text: string): boolean {
  return text.trimStart().startsWith('[') || isRpcError(text)
}

/** Returns whether each path segment is still a single plain segment after it is decoded. */
function isPlain(pathname: string): boolean {
  try {
    return pathname.split('/').every((part) => !/[/\\?#%\p{Cc}]|^\.{1,2}$/u.test(decodeURIComponent(part)))
  } catch {
    return false
  }
}

/** @throws DataRefusal when the body isn't an object, or when the upstream might parse it differently. */
function bodyOf({ body }: DataRequest): JsonObject {
  let value: JsonValue
  try {
    value = parseStrictJson(body)
  } catch (error) {
    throw new DataRefusal(400, 'body', error instanceof AmbiguousJson ? error.message : "The body isn't JSON")
  }
  if (value instanceof Map) return value as JsonObject
  throw new DataRefusal(400, 'body', "The body isn't an object")
}

function named(body: JsonObject, fields: readonly string[]): Map<string, JsonValue> {
  return new Map([...body].filter(([name]) => fields.includes(name)))
}

/** The page's project id. It replaces our project id in the answer. */
function pageProject(request: DataRequest): string {
  return param(request, 'projectId')?.replace(/[^\w.-]/g, '') ?? ''
}
