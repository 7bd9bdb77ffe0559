import * as z from 'zod/mini'
import { isRedirect, readBody } from '../../core/response-body.ts'
import type { Fetch } from '../../ports.ts'
import type { Device } from './device.ts'
import { Refusal } from './refusal.ts'

/** A call to the service. */
export interface ServiceCall {
  readonly method: 'GET' | 'POST' | 'PUT' | 'DELETE'
  /** The path, such as `/api/user`. */
  readonly path: string
  readonly body?: unknown
  readonly access?: string | undefined
  /**
   * Whether to omit the proof of the device key. Without the proof, the call also works in a browser without storage. So the
   * wallet can start there and show the problem.
   */
  readonly unsigned?: boolean | undefined
  readonly signal?: AbortSignal | undefined
  /** The time limit in ms. */
  readonly timeout?: number | undefined
}

/**
 * Sends a request once.
 * @throws `Refusal`, or an error with a message for the visitor if the service can't be reached.
 */
export type CallService = (call: ServiceCall) => Promise<unknown>

const usualTimeout = 10_000

const refusal = z.object({ code: z.string(), message: z.string() })

/** Returns a function that calls the service on this origin. Each signed request has a proof of this browser's device key. */
export function serviceCalls(fetch: Fetch, device: Device): CallService {
  return async ({ method, path, body, access, unsigned, signal, timeout = usualTimeout }) => {
    const text = body === undefined ? '' : JSON.stringify(body)
    const headers = {
      ...(!unsigned && (await device.proof(method, path, text))),
      ...(text && { 'content-type': 'application/json' }),
      ...(access && { authorization: `Bearer ${access}` }),
    }
    const limit = AbortSignal.timeout(timeout)
    const response = await fetch(path, {
      method,
      headers,
      ...(text && { body: text }),
      redirect: 'manual',
      credentials: 'omit',
      cache: 'no-store',
      signal: signal ? AbortSignal.any([signal, limit]) : limit,
    }).catch((cause: unknown) => {
      throw unreachable(cause)
    })
    const bytes = isRedirect(response)
      ? undefined
      : await readBody(response).catch((cause: unknown) => {
          throw unreachable(cause)
        })
    const answer = bytes && jsonIn(bytes)
    if (response.ok && answer) return answer.value
    const said = z.safeParse(refusal, answer?.value)
    if (said.success) throw new Refusal(response.status, said.data.code, said.data.message)
    throw new Refusal(response.status, 'unknown', `The wallet's service failed (HTTP ${response.status}).`)
  }
}

function unreachable(cause: unknown): Error {
  return new Error("The wallet's service cannot be reached. Check the connection and try again.", { cause })
}

/** Parses a body. For an empty body, as with status 204, `value` is undefined. Returns undefined if the body isn't JSON. */
function jsonIn(bytes: Uint8Array): { readonly value: unknown } | undefined {
  const text = new TextDecoder().decode(bytes)
  if (text === '') return { value: undefined }
  try {
    return { value: JSON.parse(text) as unknown }
  } catch {
    return undefined
  }
}
