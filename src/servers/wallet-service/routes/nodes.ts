import { Hono } from 'hono'
import { bodyLimit } from 'hono/body-limit'
import type { ServiceNetwork, ServiceSmartAccounts } from '../../../core/wallet/wallet-service.ts'
import { NodeFailure, type PostToNode } from '../../data/node-calls.ts'
import { forward, nodeMethods } from '../../data/node-proxy.ts'
import { nodeUrls, postTo } from '../../upstream/post-to.ts'
import { clientNetwork } from '../http/network-of.ts'
import type { RateLimit } from '../http/rate-limit.ts'
import { sameOrigin } from '../http/same-origin.ts'
import { takeRate } from '../http/take-rate.ts'
import type { ServiceContext, ServiceEnv } from '../parts.ts'
import { type RefusalCode, Refused, refusals } from '../refused.ts'

export interface NodeRouteOptions {
  /** The service's origin. */
  readonly url: string
  readonly networks: readonly ServiceNetwork[]
  readonly smartAccounts?: readonly ServiceSmartAccounts[] | undefined
  readonly proxies?: number | undefined
}

interface Node {
  readonly post: PostToNode
  readonly methods: ReadonlySet<string>
  /** Whether only logged-in users may call it, because its calls cost the operator money. */
  readonly isForUsers: boolean
}

/** The path that the nodes are behind. */
export const nodePath = '/api/node'
/** In bytes: a transaction that creates a contract. */
const largestBody = 1_000_000
/** ERC-4337. */
const bundlerMethods: ReadonlySet<string> = new Set([
  ...['eth_chainId', 'eth_supportedEntryPoints', 'eth_sendUserOperation', 'eth_estimateUserOperationGas'],
  ...['eth_getUserOperationByHash', 'eth_getUserOperationReceipt'],
])
/** ERC-7677. */
const paymasterMethods: ReadonlySet<string> = new Set(['pm_getPaymasterStubData', 'pm_getPaymasterData'])
/** JSON-RPC errors: the limit is exceeded (EIP-1474), and an internal error. */
const limitExceeded = -32005
const failed = -32603

/**
 * `/api/node`: the nodes, bundlers and paymasters of the wallet's networks, for its own page. Their URLs may contain keys, so
 * clients get only these paths. Bundlers and paymasters serve logged-in visitors only. Reads and signed transactions are
 * forwarded, nothing else.
 */
export function nodeRoutes(
  { url, networks, smartAccounts = [], proxies = 0 }: NodeRouteOptions,
  {
    calls,
    requireUser,
    onRefused,
    onError,
  }: {
    readonly calls: RateLimit
    /** @throws Refused unless a device with a session has signed the request. */
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
    add(network.id, postTo(nodeUrls(network), network.id), nodeMethods(network.id))
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
      // Count the request before reading it, because refusing a body costs work too.
      takeRate(calls, c.var.network)
      await next()
    },
    bodyLimit({
      maxSize: largestBody,
      onError: (c) => {
        // Close the connection instead of reading the rest of the body.
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
      // The request itself is counted already.
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
    // The caller expects an answer in a node's form.
    return c.json({ jsonrpc: '2.0', id: null, error: { code: number, message } }, refusals[code][0])
  })
  return app
}

/** The networks as clients see them: behind the service. */
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
