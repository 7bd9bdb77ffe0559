import type { ChainNetwork } from '../../src/core/chain/network.ts'
import { applyFaults } from '../../src/devnet/node-faults/apply-faults.ts'
import { broadcasts } from '../../src/devnet/node-faults/call-family.ts'
import { faultsFrom } from '../../src/devnet/node-faults/fault-text.ts'
import type {
  FaultAnswer,
  FaultCall,
  FaultOutcome,
  FaultRequest,
} from '../../src/devnet/node-faults/node-fault.ts'
import { callsIn, type FaultNode, type WholeRequest } from '../../src/devnet/node-faults/rpc-node.ts'
import { hashOfBroadcast } from '../../src/devnet/node-faults/transaction-hash.ts'
import type { Fetch } from '../../src/ports.ts'
import { type IdleClock, idleClock } from './idle-clock.ts'
import { never } from './loopback.ts'
import { outcomeOf, type QuirkNode } from './quirk-nodes.ts'
import { swapAnswer, swapHost } from './quirk-swaps.ts'

/** A text that every URL contains, and that no error may contain. */
export const secret = 'c4n4ry'
export const [badHost, goodHost] = ['bad.example', 'good.example']

/** A request that reached an endpoint. */
export interface Seen {
  readonly host: string
  readonly calls: readonly FaultCall[]
  readonly isPreflight: boolean
}

export interface QuirkWorld {
  readonly node: QuirkNode
  readonly clock: IdleClock
  readonly network: ChainNetwork
  readonly urls: readonly string[]
  /** Sends requests as a program does. */
  readonly fetch: Fetch
  /** Sends requests as a browser does for a page: sends preflights, and hides the answers that CORS forbids. */
  readonly pageFetch: Fetch
  readonly seen: readonly Seen[]
  /** The hashes of all transactions that the endpoints received. */
  readonly broadcast: readonly string[]
  /** The number of requests to a host, without preflights. */
  count(host: string): number
}

/**
 * Creates endpoints of one fake node in this process. The first endpoint has the faults. Nothing waits in real time.
 */
export function quirkWorld(node: QuirkNode, faults: readonly string[], endpoints: 1 | 2 = 2): QuirkWorld {
  const clock = idleClock()
  const urls = [badHost, goodHost].slice(0, endpoints).map((host) => `https://${host}/v1/${secret}`)
  const slow = faults.includes('slow') ? 3000 : 0
  const broken = faultsFrom(
    faults.filter((fault) => fault !== 'slow'),
    () => clock.now(),
  )
  const seen: Seen[] = []
  const broadcast: string[] = []
  const inner = inProcess((call) => outcomeOf(node, call, clock.now()))

  async function answer(input: string, whole: WholeRequest, signal: AbortSignal, origin: string | undefined) {
    const { host, pathname, search } = new URL(input)
    const path = `/${(pathname + search).slice(`/v1/${secret}/`.length)}`
    const isPreflight = whole.method === 'OPTIONS'
    const rpc = whole.method === 'POST' ? callsIn(whole.body) : []
    const own = { method: `${whole.method} ${path}`, params: whole.body.toString() }
    const request: FaultRequest = {
      calls: isPreflight
        ? []
        : rpc.length > 0
          ? rpc.map(({ method, params }) => ({ method, params }))
          : [own],
      isBatch: rpc.length > 0 && /^\s*\[/.test(whole.body.toString()),
      ...{ isPreflight, origin, path: pathname + search },
    }
    seen.push({ host, calls: request.calls, isPreflight })
    broadcast.push(...request.calls.filter(broadcasts).map(hashOfBroadcast))
    const isBad = host === badHost
    const found = await clock.during(
      applyFaults(isBad ? broken : [], { ...request, path }, whole, inner, signal),
    )
    if (isBad && slow > 0 && !isPreflight) await later(clock, slow, signal)
    return found
  }

  const sender =
    (origin?: string): Fetch =>
    async (input, init) => {
      const target = new URL(input)
      if (target.host === swapHost) {
        const found = swapAnswer(target, String(init?.body ?? ''), clock.now())
        return found ? Response.json(found) : new Response('Not Found', { status: 404 })
      }
      const method = init?.method ?? 'GET'
      const signal = init?.signal ?? new AbortController().signal
      const type = new Headers(init?.headers).get('content-type') ?? undefined
      const whole = { method, body: Buffer.from(init?.body === undefined ? '' : String(init.body)), type }
      if (origin !== undefined && type === 'application/json') {
        const preflight = { method: 'OPTIONS', body: Buffer.alloc(0), type: undefined }
        const allowed = await answer(String(input), preflight, signal, origin)
        if (allowed === 'hang') return never(signal)
        if (typeof allowed === 'string' || allowed.noCors || (allowed.status ?? 200) >= 300)
          throw new TypeError('Failed to fetch')
      }
      return respond(await answer(String(input), whole, signal, origin), signal, origin !== undefined)
    }
  return {
    ...{ node, clock, urls, seen, broadcast },
    network: { ...node.network, rpcUrls: { default: { http: urls } } } as ChainNetwork,
    fetch: sender(),
    pageFetch: sender('https://app.example'),
    count: (host) => seen.filter((one) => one.host === host && !one.isPreflight).length,
  }
}

function later(clock: IdleClock, ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve, reject) => {
    const stop = clock.after(ms, resolve)
    signal.addEventListener('abort', () => {
      stop()
      reject(new DOMException('aborted', 'AbortError'))
    })
  })
}

/**
 * The response headers that a page can always read. The page can read other headers only if the server exposes them:
 * https://fetch.spec.whatwg.org/#cors-safelisted-response-header-name
 */
const safelisted = /^(cache-control|content-(language|length|type)|expires|last-modified|pragma)$/

function respond(answer: FaultAnswer, signal: AbortSignal, toPage: boolean): Response | Promise<never> {
  if (answer === 'hang') return never(signal)
  if (answer === 'reset') throw new TypeError('Failed to fetch', { cause: { code: 'ECONNRESET' } })
  const { status = 200, headers = {}, body, cut, noCors } = answer
  if (toPage && noCors) throw new TypeError('Failed to fetch')
  const exposed = (headers['access-control-expose-headers'] ?? '').split(/,\s*/)
  const shown = Object.entries(headers).filter(
    ([name]) => !toPage || safelisted.test(name) || exposed.includes(name),
  )
  const content = cut ? cutAfter(half(body)) : body
  return new Response(status === 204 ? null : content, { status, headers: Object.fromEntries(shown) })
}

function half(body: string | undefined): Uint8Array<ArrayBuffer> {
  const bytes = new TextEncoder().encode(body)
  return bytes.subarray(0, bytes.length >> 1)
}

/** Returns a response body that fails after the first bytes. */
function cutAfter(bytes: Uint8Array<ArrayBuffer>): ReadableStream {
  let began = false
  return new ReadableStream({
    pull(controller) {
      if (began) return controller.error(new TypeError('terminated'))
      began = true
      controller.enqueue(bytes)
    },
  })
}

/** Returns a fake node that runs in this process. The node gets the requests that no fault intercepts. */
function inProcess(outcome: (call: FaultCall) => FaultOutcome): FaultNode {
  const json = { 'content-type': 'application/json' }
  return {
    ask: async (call) => outcome(call),
    async pass(path, { method, body }) {
      const calls = method === 'POST' ? callsIn(body) : []
      if (calls.length === 0) {
        const found = outcome({ method: `${method} ${path}`, params: body.toString() })
        if ('error' in found) return { status: found.error.code, body: found.error.message }
        const { result } = found
        if (typeof result === 'string') return { headers: { 'content-type': 'text/plain' }, body: result }
        return { headers: json, body: JSON.stringify(result) }
      }
      const answers = calls.map(({ id, method, params }) =>
        JSON.stringify({ jsonrpc: '2.0', id, ...outcome({ method, params }) }),
      )
      return { headers: json, body: /^\s*\[/.test(body.toString()) ? `[${answers}]` : (answers[0] ?? '') }
    },
  }
}
