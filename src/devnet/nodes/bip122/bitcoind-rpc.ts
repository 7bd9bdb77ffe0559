import { fetchByMethod, fetchRead } from '../../../core/fetch-read.ts'
import { NodeRefusal } from './bitcoin-node.ts'

/** Calls bitcoind. Rejects with a `NodeRefusal` if bitcoind returns an error. */
export type BitcoindRpc = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

/** @param cookie Returns `user:password`. It is called for each request, because bitcoind writes the cookie file only during its start. */
export function bitcoindRpc(url: string, cookie: () => string, signal: AbortSignal): BitcoindRpc {
  return async <T>(method: string, ...params: readonly unknown[]) => {
    // Methods whose names start with `get` change nothing, so they can be repeated.
    const send = method.startsWith('get') ? fetchRead : fetchByMethod
    const response = await send(fetch, url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie()).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      // Each request has a signal of its own. On a shared signal, fetch would add a listener at each request, and only garbage
      // collection would remove the listeners.
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
