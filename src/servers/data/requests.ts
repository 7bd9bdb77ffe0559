import { DataRefusal } from './data-refusal.ts'

export interface DataRequest {
  readonly method: string
  readonly url: URL
  readonly body: string
  readonly signal?: AbortSignal | undefined
  /** The client's IP address, if it is known. Only Coinbase's links need it. */
  readonly client?: string | undefined
  /** Called before node calls, with the number of calls to count. Throws a DataRefusal when the client exceeds its limit. */
  readonly spend?: ((calls: number) => void) | undefined
}

export interface DataAnswer {
  readonly status: number
  readonly contentType: string
  readonly body: string
  readonly retryAfter?: string | undefined
}

/** Wraps a request. The wrapped request counts toward the client's limit only once, however often the handlers count it. */
export function chargedOnce(request: DataRequest): DataRequest {
  let isCharged = false
  return {
    ...request,
    spend(calls) {
      if (isCharged) return
      isCharged = true
      request.spend?.(calls)
    },
  }
}

/** Returns a query parameter; undefined if it is absent or empty. */
export function param({ url }: DataRequest, name: string): string | undefined {
  return url.searchParams.get(name) || undefined
}

/** Returns the body as a JSON object. @throws DataRefusal */
export function bodyOf({ body }: DataRequest): Readonly<Record<string, unknown>> {
  let value: unknown
  try {
    value = JSON.parse(body)
  } catch {
    throw new DataRefusal(400, 'body', "The body isn't JSON")
  }
  if (typeof value === 'object' && value !== null && !Array.isArray(value))
    return value as Readonly<Record<string, unknown>>
  throw new DataRefusal(400, 'body', "The body isn't an object")
}

export function json(value: unknown, status = 200): DataAnswer {
  return { status, contentType: 'application/json', body: JSON.stringify(value) }
}

/** Decodes a path segment. @throws DataRefusal */
export function decoded(text: string, field: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    throw new DataRefusal(400, field, 'It is not encoded as a part of a URL')
  }
}
