import { concealing } from '../../core/errors/conceal.ts'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { fetchCall, fetchRead } from '../../core/fetch-read.ts'
import { nodeRequest } from './node-request.ts'

/** How a reader sends requests to a node. */
export interface NodePort {
  /** Makes one JSON-RPC call. */
  call<T>(method: string, params?: readonly unknown[] | object): Promise<T>
  /** Returns the text at a path of an HTTP API. Resolves with undefined if the status is 404. */
  get(path: string): Promise<string | undefined>
}

/** Creates a port to the node at a URL. Uses the global `fetch`. */
export function plainNode(url: string, signal: AbortSignal | undefined): NodePort {
  const textOf = async (response: Response, what: string) => {
    if (!response.ok) throw invalidAnswer(`${what} (HTTP status code: ${response.status})`)
    return response.text()
  }
  return {
    async call(method, params = []) {
      const { target, authorization } = nodeRequest(url)
      const init = {
        method: 'POST',
        headers: { 'content-type': 'application/json', ...authorization },
        body: JSON.stringify({ jsonrpc: '2.0', id: 1, method, params }),
        ...(signal && { signal }),
      }
      const { result, error } = JSON.parse(await textOf(await fetchCall(fetch, method, target, init), method))
      if (error) throw new Error(`${method}: ${JSON.stringify(concealing(url)(error))}`)
      return result
    },
    async get(path) {
      const { target, authorization } = nodeRequest(url, path)
      const response = await fetchRead(fetch, target, { headers: authorization, ...(signal && { signal }) })
      return response.status === 404 ? undefined : textOf(response, path)
    },
  }
}

/** Returns the error for an answer that can't be true. */
export function invalidAnswer(method: string): Error {
  return latchkeyError('rpc/invalid-value', { values: { method } })
}
