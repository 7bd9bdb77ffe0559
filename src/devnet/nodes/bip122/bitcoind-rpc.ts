import { fetchByMethod, fetchRead } from '../../../core/fetch-read.ts'
import { NodeRefusal } from './bitcoin-node.ts'

/** A call to bitcoind. It rejects with a `NodeRefusal` when bitcoind refuses. */
export type BitcoindRpc = <T>(method: string, ...params: readonly unknown[]) => Promise<T>

/** @param cookie Gives `user:password`. It is read at every call, since bitcoind writes it while it starts. */
export function bitcoindRpc(url: string, cookie: () => string, signal: AbortSignal): BitcoindRpc {
  return async <T>(method: string, ...params: readonly unknown[]) => {
    // Its methods that read begin with `get`.
    const send = method.startsWith('get') ? fetchRead : fetchByMethod
    const response = await send(fetch, url, {
      method: 'POST',
      headers: { authorization: `Basic ${Buffer.from(cookie()).toString('base64')}` },
      body: JSON.stringify({ jsonrpc: '1.0', id: 1, method, params }),
      // One of its own: fetch takes its listener off only with the garbage, and there are many requests.
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
