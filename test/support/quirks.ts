import { answers, never, type WireCall } from './loopback.ts'

export type Reply = (calls: readonly WireCall[], at: { signal: AbortSignal; index: number }) => unknown

const respond =
  (status: number, body = '', headers: Record<string, string> = {}): Reply =>
  () =>
    new Response(body, { status, headers })
const error = (id: unknown, code: number, message: string) => ({
  jsonrpc: '2.0',
  id,
  error: { code, message },
})
const errorOfEach =
  (code: number, message: string): Reply =>
  (calls) =>
    calls.length === 1 ? error(calls[0]?.id, code, message) : calls.map(({ id }) => error(id, code, message))

/** Faults of public endpoints that make every request fail, by name. */
export const brokenEndpoints: Readonly<Record<string, Reply>> = {
  hung: (_, { signal }) => never(signal),
  unreachable: () => {
    throw new TypeError('Failed to fetch')
  },
  'busy (429)': respond(429, 'slow down'),
  'busy with Retry-After': respond(429, 'slow down', { 'retry-after': '120' }),
  'busy (-32005)': errorOfEach(-32005, 'too many requests'),
  'HTTP 401': respond(401, 'no key'),
  'HTTP 403': respond(403, 'forbidden'),
  'HTTP 404 with a page': respond(404, '<html>not found</html>'),
  'HTTP 500': respond(500, 'oops'),
  'HTTP 503': respond(503),
  'HTTP 522': respond(522, '<html>timed out</html>'),
  'a page with status 200': respond(200, '<!doctype html><h1>Welcome</h1>'),
  'nothing with status 200': respond(200),
  'a cut body': respond(200, '[{"jsonrpc":"2.0","id":1,"resu'),
  nonsense: () => ({ jsonrpc: '2.0' }),
  'an identity of null': (calls) => answers(calls, () => null),
  'an identity of another network': (calls) =>
    answers(calls, ({ method }) => (method === 'eth_chainId' ? '0x38' : '0x1')),
  'a probe that is not allowed': (calls) => {
    const all = calls.map(({ id, method }) =>
      method === 'eth_chainId'
        ? error(id, -32601, 'rpc method is not whitelisted')
        : { jsonrpc: '2.0', id, result: '0xbad' },
    )
    return all.length === 1 ? all[0] : all
  },
  'no calls allowed (-32601)': errorOfEach(-32601, 'the method does not exist/is not available'),
}

/** Creates the body of a JSON-RPC error. Its id is missing. */
export const rpcError = (code: number, message: string, data?: unknown) => ({
  jsonrpc: '2.0',
  id: null,
  error: { code, message, data },
})

/** The answers with which public endpoints refuse a whole batch, by name. */
export const batchRefusals: Readonly<Record<string, Reply>> = {
  'HTTP 403': () => new Response('forbidden', { status: 403 }),
  'HTTP 404 with a page': () => new Response('<html>not found</html>', { status: 404 }),
  'HTTP 400 with a text': () => new Response('bad request', { status: 400 }),
  'HTTP 400 with an error': () => Response.json(rpcError(-32600, 'invalid request'), { status: 400 }),
  'HTTP 500 with a text': () => new Response('oops', { status: 500 }),
  'HTTP 500 with an error': () => Response.json(rpcError(-32603, 'oops'), { status: 500 }),
  'HTTP 413': () => new Response('too large', { status: 413 }),
  'one error': () => rpcError(-32600, 'invalid request'),
  'a list with one error': () => [rpcError(-32600, 'invalid request')],
  "geth's -32600, with the id of the first call": ([call]) => [
    { ...rpcError(-32600, 'batch too large'), id: call?.id },
  ],
  "proxyd's -32014": () => rpcError(-32014, 'too many RPC calls in batch request'),
  "jsonrpsee's -32010": () => rpcError(-32010, 'The batch request was too large'),
  'an error of each call about the batch': (calls) =>
    calls.map(({ id }) => ({ ...rpcError(-32005, 'batch size exceeded'), id })),
  'an empty body': () => new Response(''),
  'a page': () => new Response('<html>'),
}
