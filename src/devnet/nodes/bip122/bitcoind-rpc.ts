import { fetchByMethod, fetchRead } from '../../../core/fetch-read.ts'
import { NodeRefusal } from './bitcoin-node.ts'

/** Calls bitcoind. Rejects with a `NodeRefusal` when bitcoind returns an error. */
export type BitcoindRpc = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

/** @param cookie Returns `user:password`. Called for every request, because bitcoind writes the cookie file during its start. */
export function bitcoindRpc(url: string, cookie: () => string, signal: AbortSignal): BitcoindRpc {
  return async <T>(method: string, ...params: readonly unknown[]) => {
    // bitcoind's read methods start with `get`.
    const send = method.startsWith('get') ? fetchRead : fetchByMethod
    const response = await send(fetch, url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie()).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      // Pass a new signal per request: fetch removes its listener only at garbage collection, and there are many requests.
      signal: AbortSignal.any([signal]),
    })
    const { result, error } = (await response.json()) as {
      result: T
      error: { code: number; message: string } | null
    }
    if (error) throw new NodeRefusal(error.code, error.message)
    return result
  }
}
