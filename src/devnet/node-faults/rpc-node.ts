import { fetchByMethod, fetchRead } from '../../core/fetch-read.ts'
import { isBroadcast } from '../../core/rpc-methods.ts'
import type { DevContext } from '../server/loopback-server.ts'
import type { AskNode, FaultCall, FaultOutcome, FaultReply, FaultRequest } from './node-fault.ts'

export interface WholeRequest {
  readonly method: string
  readonly body: Buffer
  readonly type: string | undefined
}

/** The node behind the proxy. */
export interface FaultNode {
  readonly ask: AskNode
  /** Passes a request on unchanged. @throws what `fetch` throws */
  pass(path: string, request: WholeRequest, signal: AbortSignal): Promise<FaultReply>
}

export function faultNode(target: string): FaultNode {
  const urlOf = (path: string) => (path === '/' ? target : target.replace(/\/+$/, '') + path)
  const send = async (path: string, { method, body, type }: WholeRequest, signal?: AbortSignal) => {
    const init = {
      ...({ method, redirect: 'manual', signal: signal ?? null } as const),
      ...(type !== undefined && { headers: { 'content-type': type } }),
      ...(method !== 'GET' && method !== 'HEAD' && { body: new Uint8Array(body) }),
    }
    const reads = method === 'POST' && callsIn(body).every((call) => !isBroadcast(call.method))
    const response = await (reads ? fetchRead : fetchByMethod)(fetch, urlOf(path), init)
    const contentType = response.headers.get('content-type')
    return {
      status: response.status,
      ...(contentType !== null && { headers: { 'content-type': contentType } }),
      body: await response.text(),
    }
  }
  return {
    pass: send,
    async ask(call) {
      const rest = restCall(call)
      if (rest) {
        const reply = await send(rest.path, {
          ...{ method: rest.method, type: 'text/plain' },
          body: Buffer.from(typeof call.params === 'string' ? call.params : ''),
        })
        return restOutcome(reply)
      }
      const body = Buffer.from(JSON.stringify({ jsonrpc: '2.0', id: 1, ...call }))
      return rpcOutcome((await send('/', { method: 'POST', body, type: 'application/json' })).body)
    },
  }
}

/** Returns the HTTP method and the path of a call; undefined for JSON-RPC. */
export function restCall({ method }: FaultCall) {
  const [, verb = '', path] = /^(GET|POST|PUT|DELETE|HEAD) (\/.*)$/.exec(method) ?? []
  return path === undefined ? undefined : { method: verb, path }
}

export function restOutcome({ status = 200, body }: FaultReply): FaultOutcome {
  if (status >= 400) return { error: { code: status, message: body } }
  return { result: /^[[{]/.test(body) ? JSON.parse(body) : body }
}

function rpcOutcome(text: string): FaultOutcome {
  const answer = JSON.parse(text) as { result?: unknown; error?: { code: number; message: string } }
  return answer.error ? { error: answer.error } : { result: answer.result ?? null }
}

export interface RpcCall extends FaultCall {
  readonly id: unknown
}

/** Returns the calls in a JSON-RPC body; none for other bodies. */
export function callsIn(body: Buffer): readonly RpcCall[] {
  try {
    const parsed: unknown = JSON.parse(body.toString('utf8'))
    const calls = (Array.isArray(parsed) ? parsed : [parsed]) as readonly Partial<RpcCall>[]
    return calls.filter((call): call is RpcCall => typeof call?.method === 'string')
  } catch {
    return []
  }
}

export function faultRequest(c: DevContext): FaultRequest {
  const { method } = c.req
  const { body } = c.var
  const { pathname, search } = new URL(c.req.url)
  const isPreflight = method === 'OPTIONS'
  const rpc = method === 'POST' ? callsIn(body) : []
  const own = { method: `${method} ${pathname}${search}`, params: body.toString('utf8') }
  return {
    calls: isPreflight ? [] : rpc.length > 0 ? rpc.map(({ method, params }) => ({ method, params })) : [own],
    isBatch: rpc.length > 0 && /^\s*\[/.test(body.toString('utf8')),
    isPreflight,
    origin: c.req.header('origin'),
    path: pathname + search,
  }
}
