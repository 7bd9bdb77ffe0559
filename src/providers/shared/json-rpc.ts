import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { isObject } from '../../core/json/is-object.ts'
import type { ReadJson } from '../../core/wallet/data-provider.ts'
import type { CallOptions } from '../../ports.ts'

type Params = readonly unknown[] | object
interface Service {
  readonly read: ReadJson
  readonly host: string
  /** The path of the service's JSON-RPC API, below the base URL. */
  readonly path: string
  /** The part of the query that contains the key. */
  readonly query?: Parameters<ReadJson>[1]
}

/** The error codes for too many requests: https://www.alchemy.com/docs/reference/error-reference and EIP-1474. */
const limits: readonly unknown[] = [429, -32005]
const isLimit = (error: unknown) => isObject(error) && limits.includes(error.code)

/**
 * Creates functions that call a service by JSON-RPC 2.0: https://www.jsonrpc.org/specification. The called methods must only
 * read.
 */
export function serviceRpc({ read, host, path, query }: Service) {
  const invalid = (expected: string) => latchkeyError('http/invalid-body', { values: { host, expected } })
  const send = (body: unknown, opts?: CallOptions) => read(path, query, { ...opts, body })
  const requestOf = (method: string, params: Params, id: number) => ({ jsonrpc: '2.0', id, method, params })
  /**
   * Creates the error for an answer that contains an error. Such answers can have the status 200. Doesn't show the text of the
   * answer, because it could contain the key.
   */
  function refused(answer: unknown, method: string): Error {
    return isObject(answer) && isLimit(answer.error)
      ? latchkeyError('rpc/limit-exceeded', { details: 'too many requests' })
      : invalid(method)
  }
  return {
    invalid,
    /** Sends a call. @throws `http/invalid-body` if the answer is an error, `rpc/limit-exceeded` */
    async call(method: string, params: Params, opts?: CallOptions): Promise<unknown> {
      const answer = await send(requestOf(method, params, 1), opts)
      if (isObject(answer) && answer.error === undefined && answer.result !== undefined) return answer.result
      throw refused(answer, method)
    },
    /**
     * Sends a batch. Returns the results in the order of the params. The result of a failed call is undefined.
     * @throws the errors of `call` if the service refuses all calls, limits the rate of a call, or doesn't answer a call
     */
    async batch(method: string, all: readonly Params[], opts?: CallOptions): Promise<readonly unknown[]> {
      const answer = await send(
        all.map((params, id) => requestOf(method, params, id)),
        opts,
      )
      if (!Array.isArray(answer)) throw refused(answer, method)
      const found = answer.filter(isObject)
      return all.map((_, at) => {
        const one = found.find(({ id }) => id === at)
        if (!one || isLimit(one.error)) throw refused(one, method)
        return one.result
      })
    },
  }
}
