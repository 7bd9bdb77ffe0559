import { sharedRuns } from '../../core/async/shared-run.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { Options } from '../../core/options/options.ts'
import type { CacheStore } from '../../core/timed-cache.ts'
import type { CallOptions, Platform } from '../../ports.ts'
import { createHttpClient, type HttpWrite } from '../../transport/http-client.ts'
import { type SdkOptions, sdkParams } from '../sdk-params.ts'
import type { DataAnswers } from './data-answers.ts'

/** The options of requests to the data service. */
export interface DataServiceOptions
  extends Pick<Platform, 'fetch' | 'clock'>,
    SdkOptions,
    Pick<Options, 'currency'> {
  readonly baseUrl: string
  /** The code that reads responses. The caller passes it in, so that bundlers can load it on demand. */
  readonly answers: DataAnswers
  readonly store: CacheStore
}

type Params = NonNullable<HttpWrite['params']>
/** Reads a response. Returns undefined if the response is invalid. */
type ReadAnswer<T> = (body: unknown) => T | undefined

export interface DataRequests {
  /**
   * Returns whether the service supports the network. Fetches the list of networks once. If the list is empty, fetches it again
   * at the next call.
   * @throws The errors of `HttpClient`, if the list can't be fetched. The service may support the network anyway.
   */
  supports(network: CaipNetworkId, opts?: CallOptions): Promise<boolean>
  /** Returns the service's RPC URL for a network. Resolves with undefined if the network is unsupported (S3.2.3). */
  nodeUrl(network: CaipNetworkId, opts?: CallOptions): Promise<string | undefined>
  /** Sends a GET request with `projectId`, `st` and `sv` in the query. @throws the errors of `HttpClient`; `http/invalid-body` */
  get<T>(
    path: string,
    params: Params,
    read: ReadAnswer<T>,
    opts?: CallOptions & Pick<HttpWrite, 'cache'>,
  ): Promise<T>
  /**
   * Sends a POST request. Doesn't add `projectId`, `st` and `sv` to the query. If the service needs the project id, the caller
   * adds it to the body or the path (S3.2.1).
   */
  post<T>(path: string, body: object, read: ReadAnswer<T>, opts?: CallOptions): Promise<T>
}

export function createDataRequests(options: DataServiceOptions): DataRequests {
  const { baseUrl, answers } = options
  const { host } = new URL(baseUrl)
  const http = createHttpClient(options)
  const about = sdkParams(options)
  const listing = sharedRuns<void>()
  let networks: ReadonlySet<string> = new Set()

  function checked<T>(body: unknown, read: ReadAnswer<T>): T {
    const answer = read(body)
    if (answer === undefined)
      throw latchkeyError('http/invalid-body', { values: { host, expected: 'a valid response' } })
    return answer
  }
  const requests: DataRequests = {
    async supports(network, opts) {
      const list = async (signal: AbortSignal) => {
        networks = new Set(await requests.get('v1/supported-chains', {}, answers.supported, { signal }))
      }
      if (networks.size === 0) await listing('networks', list, opts?.signal)
      return networks.has(network)
    },
    async nodeUrl(network, opts) {
      if (!(await requests.supports(network, opts))) return undefined
      const url = new URL(`${baseUrl.replace(/\/*$/, '')}/v1/`)
      url.searchParams.set('chainId', network)
      if (options.projectId) url.searchParams.set('projectId', options.projectId)
      return url.href
    },
    get: async (path, params, read, opts) =>
      checked(await http.get(path, { params: { ...about, ...params }, ...opts }), read),
    post: async (path, body, read, opts) => {
      const headers = { 'content-type': 'application/json' }
      return checked(await http.post(path, { body, headers, ...opts }), read)
    },
  }
  return requests
}

/** Encodes a name or an address for a path. */
export function inPath(part: string): string {
  return encodeURIComponent(part)
}
