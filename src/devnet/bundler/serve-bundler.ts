import { RpcRefusal } from '../server/json-rpc.ts'
import { type LoopbackServer, serveLoopback } from '../server/loopback-server.ts'
import type { Bundler } from './bundler.ts'

/** Serves a bundler over JSON-RPC (HTTP) on loopback. */
export function serveBundler(
  bundler: Bundler,
  { allowedOrigins }: { readonly allowedOrigins?: readonly string[] | undefined } = {},
): Promise<LoopbackServer> {
  const methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>> = {
    eth_chainId: () => bundler.chainId(),
    eth_supportedEntryPoints: () => bundler.supportedEntryPoints(),
    eth_sendUserOperation: ([operation, entryPoint]) => bundler.send(operation, entryPoint),
    eth_estimateUserOperationGas: ([operation, entryPoint]) => bundler.estimate(operation, entryPoint),
    eth_getUserOperationByHash: ([hash]) => bundler.byHash(hash),
    eth_getUserOperationReceipt: ([hash]) => bundler.receipt(hash),
    web3_clientVersion: () => 'Latchkey devnet bundler, one operation a bundle',
  }
  return serveLoopback({
    allowedOrigins,
    async answer({ method, body }) {
      if (method !== 'POST') return { status: 204 }
      return { contentType: 'application/json', body: await answered(methods, body.toString('utf8')) }
    },
  })
}

async function answered(
  methods: Readonly<Record<string, (params: readonly unknown[]) => unknown>>,
  text: string,
): Promise<string> {
  let call: unknown
  try {
    call = JSON.parse(text)
  } catch {
    return written(null, { error: { code: -32700, message: 'Parse error' } })
  }
  const { id = null, method, params } = Object(call) as Readonly<Record<string, unknown>>
  try {
    const run = typeof method === 'string' && Object.hasOwn(methods, method) ? methods[method] : undefined
    if (!run) throw new RpcRefusal(-32601, 'Method not found')
    return written(id, { result: (await run(Array.isArray(params) ? params : [])) ?? null })
  } catch (error) {
    const { code, message, data } =
      error instanceof RpcRefusal ? error : new RpcRefusal(-32603, 'Internal error', String(error))
    return written(id, { error: { code, message, ...(data !== undefined && { data }) } })
  }
}

function written(id: unknown, outcome: object): string {
  return JSON.stringify({ jsonrpc: '2.0', id, ...outcome })
}
