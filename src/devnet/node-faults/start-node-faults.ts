import type { WebSocket } from 'ws'
import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import { join } from '../server/gateway.ts'
import { type DevContext, serveLoopback } from '../server/loopback-server.ts'
import { applyFaults } from './apply-faults.ts'
import { faultsFrom } from './fault-text.ts'
import type { FaultAnswer, FaultReply, FaultRequest, NodeFault } from './node-fault.ts'
import { faultNode, faultRequest } from './rpc-node.ts'

export interface NodeFaultsOptions {
  /** The URL of a node, such as `devnet.nodes[0].url`. On bip122: a server with Esplora's API. */
  readonly target: string
  /** Names of faults, such as `no-batch`, `batch-limit:20` or `busy/eth_getBalance@once`, or your own faults. Earlier faults take precedence. */
  readonly faults: readonly (string | NodeFault)[]
  /** The origins of pages that can call the proxy, besides pages of this machine. */
  readonly allowedOrigins?: readonly string[] | undefined
}

/** A proxy that makes a node misbehave. */
export interface NodeFaults {
  readonly url: string
  /** The requests, including preflights, oldest first. The last 10,000 are kept. */
  readonly requests: readonly FaultRequest[]
  /** Replaces the faults. If the list is empty, the node works normally. @throws `validation/invalid-input` */
  set(faults: readonly (string | NodeFault)[]): void
  /** Closes the proxy, but not the node. Further calls do nothing. */
  stop(): Promise<void>
}

const mostRequests = 10_000

/**
 * Puts a proxy in front of a node. The proxy misbehaves as public nodes do. `docs/devnet.md` lists the faults. They apply to HTTP
 * requests; WebSocket messages pass unchanged.
 * @throws `validation/invalid-input` for an unknown fault, an invalid argument, or a target that isn't an HTTP URL.
 * @example
 * const node = await startNodeFaults({ target: devnet.nodes[0].url, faults: ['no-batch', 'busy@once'] })
 * const network = { ...devnet.networks[0], rpcUrls: { default: { http: [node.url] } } }
 */
export async function startNodeFaults({
  target,
  faults,
  allowedOrigins,
}: NodeFaultsOptions): Promise<NodeFaults> {
  if (!URL.canParse(target) || !/^https?:$/.test(new URL(target).protocol))
    throw latchkeyError('validation/invalid-input', {
      values: { field: 'target', reason: 'needs the http or https URL of a node' },
    })
  let active = faultsFrom(faults)
  const requests: FaultRequest[] = []
  const node = faultNode(target)
  const { WebSocket } = await import('ws')
  const server = await serveLoopback({
    allowedOrigins,
    bodyLimit: 8_000_000,
    ownPreflights: true,
    routes: (app) =>
      app.all('*', async (c) => {
        const request = faultRequest(c)
        requests.push(request)
        if (requests.length > mostRequests) requests.shift()
        const whole = { method: c.req.method, body: c.var.body, type: c.req.header('content-type') }
        const answer = await applyFaults(active, request, whole, node, c.var.signal)
        return write(c, request, answer)
      }),
    accept(client: WebSocket, { pathname, search }) {
      const url = new URL(pathname + search, target)
      url.protocol = url.protocol === 'https:' ? 'wss:' : 'ws:'
      join(client, new WebSocket(url, { perMessageDeflate: false }))
    },
  })
  const end = () => {
    for (const fault of active) fault.stop?.()
  }
  return {
    url: server.url,
    requests,
    set(next) {
      const replaced = faultsFrom(next)
      end()
      active = replaced
    },
    async stop() {
      end()
      await server.stop()
    },
  }
}

function write(c: DevContext, { isPreflight }: FaultRequest, answer: FaultAnswer): Response {
  const { outgoing } = c.env
  // The connection stays open until the client gives up or the proxy stops.
  if (answer === 'hang') return c.var.answered
  if (answer === 'reset') {
    outgoing.destroy()
    return c.var.answered
  }
  const { status = 200, headers = {}, body, cut, noCors }: FaultReply = answer
  outgoing.statusCode = status
  if (noCors)
    for (const name of ['access-control-allow-origin', 'access-control-allow-headers'])
      outgoing.removeHeader(name)
  for (const [name, value] of Object.entries(headers)) outgoing.setHeader(name, value)
  const bytes = Buffer.from(isPreflight ? '' : body)
  outgoing.setHeader('content-length', bytes.length)
  if (!cut) outgoing.end(bytes)
  else outgoing.write(bytes.subarray(0, bytes.length >> 1), () => outgoing.destroy())
  return c.var.answered
}
