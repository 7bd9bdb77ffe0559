import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServiceNetwork, ServiceSmartAccounts } from '../../../core/wallet/wallet-service.ts'
import { NodeFailure, type PostToNode } from '../../data/node-calls.ts'
import { forward, nodeMethods } from '../../data/node-proxy.ts'
import { nodeUrls, postTo, type SharedHealth } from '../../upstream/post-to.ts'
import { clientNetwork } from '../http/network-of.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { sameOrigin } from '../http/same-origin.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceContext, ServiceEnv } from '../parts.ts'
import { type RefusalCode, Refused, refusals } from '../refused.ts'

export interface NodeRouteOptions {
  readonly url: string
  readonly networks: readonly ServiceNetwork[]
  readonly smartAccounts?: readonly ServiceSmartAccounts[] | undefined
  readonly proxies?: number | undefined
}

interface Node {
  readonly post: PostToNode
  readonly methods: ReadonlySet<string>
  /** Whether only logged-in users can call this endpoint, because its calls cost the operator money. */
  readonly isForUsers: boolean
}

export const nodePath = '/api/node'
/** The maximum size of a request's body, in bytes. A transaction that creates a contract fits. */
const largestBody = 1_000_000
/** The allowed methods of bundlers (ERC-4337). */
const bundlerMethods: ReadonlySet<string> = new Set([
  ...['eth_chainId', 'eth_supportedEntryPoints', 'eth_sendUserOperation', 'eth_estimateUserOperationGas'],
  ...['eth_getUserOperationByHash', 'eth_getUserOperationReceipt'],
])
/** The allowed methods of paymasters (ERC-7677). */
const paymasterMethods: ReadonlySet<string> = new Set(['pm_getPaymasterStubData', 'pm_getPaymasterData'])
/** JSON-RPC error codes. `limitExceeded` is from EIP-1474. */
const limitExceeded = -32005
const failed = -32603

/**
 * Serves `/api/node`: the nodes, bundlers and paymasters of the wallet's networks, for the wallet's own page. Their URLs may
 * contain keys, so clients get only the paths of this service. Only logged-in visitors can use bundlers and paymasters. Only
 * allowed methods are forwarded. To nodes, these are reads and signed transactions.
 */
export function nodeRoutes(
  { url, networks, smartAccounts = [], proxies = 0 }: NodeRouteOptions,
  {
    calls,
    health,
    requireUser,
    onRefused,
    onError,
  }: {
    readonly calls: RateLimit
    readonly health?: SharedHealth
    /** @throws Refused if no device with a session signed the request. */
    readonly requireUser: (c: ServiceContext) => Promise<void>
    readonly onRefused: (code: RefusalCode) => void
    readonly onError: (error: unknown) => void
  },
): Hono<ServiceEnv> {
  const nodes = new Map<string, Node>()
  const add = (
    path: string,
    post: PostToNode,
    methods: ReadonlySet<string> | undefined,
    isForUsers = false,
  ) => {
    if (methods) nodes.set(path, { post, methods, isForUsers })
  }
  for (const network of networks)
    add(network.id, postTo(nodeUrls(network), network.id, undefined, health), nodeMethods(network.id))
  for (const { chainId, bundlerUrl, paymasterUrl } of smartAccounts) {
    add(`bundler/${chainId}`, postTo([bundlerUrl]), bundlerMethods, true)
    if (paymasterUrl !== undefined)
      add(`paymaster/${chainId}`, postTo([paymasterUrl]), paymasterMethods, true)
  }

  const app = new Hono<ServiceEnv>()
  app.use(
    sameOrigin(url),
    async (c, next) => {
      c.set('network', clientNetwork(c, proxies))
      // Counts the request before it is read, because refusing a body costs work too.
      takeRate(calls, c.var.network)
      await next()
    },
    bodyLimit({
      maxSize: largestBody,
      onError: (c) => {
        // Closes the connection instead of reading the rest of the body.
        c.header('connection', 'close')
        throw new Refused('request/too-large')
      },
    }),
  )
  app.post('/:node{.+}', async (c) => {
    const node = nodes.get(c.req.param('node'))
    if (!node) throw new Refused('node/unknown')
    if (node.isForUsers) await requireUser(c)
    const { status, body, contentType } = await forward(node.post, node.methods, {
      body: await c.req.text(),
      signal: c.req.raw.signal,
      // The request itself is already counted.
      spend: (cost) => takeRate(calls, c.var.network, cost - 1),
    })
    return status === 204 ? c.body(null, status) : c.body(body, 200, { 'content-type': contentType })
  })
  app.onError((error, c) => {
    const busy = error instanceof NodeFailure ? error.busy : undefined
    const refused =
      error instanceof Refused
        ? error
        : new Refused(busy ? 'node/busy' : error instanceof NodeFailure ? 'node/failed' : 'service/failed')
    if (refused.code === 'service/failed') onError(error)
    onRefused(refused.code)
    const { code, message, retryAfter } = refused
    const pause = busy?.retryAfter ?? retryAfter
    if (pause !== undefined) c.header('retry-after', String(pause))
    const number = code === 'request/too-many' || code === 'node/busy' ? limitExceeded : failed
    // The caller expects a JSON-RPC error.
    return c.json({ jsonrpc: '2.0', id: null, error: { code: number, message } }, refusals[code][0])
  })
  return app
}

/** Returns the networks with the URLs that clients use. These URLs lead through the service. */
export function behindService({ url, networks, smartAccounts = [] }: NodeRouteOptions): {
  readonly networks: readonly ServiceNetwork[]
  readonly smartAccounts: readonly ServiceSmartAccounts[]
} {
  const at = (path: string) => `${url}${nodePath}/${path}`
  return {
    networks: networks.map(({ rpcUrls: _, ...network }) => ({ ...network, rpcUrl: at(network.id) })),
    smartAccounts: smartAccounts.map(({ paymasterUrl, ...one }) => ({
      ...one,
      bundlerUrl: at(`bundler/${one.chainId}`),
      ...(paymasterUrl !== undefined && { paymasterUrl: at(`paymaster/${one.chainId}`) }),
    })),
  }
}
