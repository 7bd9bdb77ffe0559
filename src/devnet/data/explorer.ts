import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { NodeCalls, NodeFailure, type PostToNode } from '../../servers/data/node-calls.ts'
import type { DataAnswer } from '../../servers/data/requests.ts'
import { escaped } from '../server/dev-page.ts'

type Asks = Readonly<
  Record<string, (id: string) => readonly { method: string; params: readonly unknown[] }[]>
>

/** The node requests for each page, by family. Other families have no pages. */
const asks: Readonly<Record<string, Asks>> = {
  eip155: {
    tx: (id) => [
      { method: 'eth_getTransactionByHash', params: [id] },
      { method: 'eth_getTransactionReceipt', params: [id] },
    ],
    address: (id) => [
      { method: 'eth_getBalance', params: [id, 'latest'] },
      { method: 'eth_getTransactionCount', params: [id, 'latest'] },
    ],
  },
  solana: {
    tx: (id) => [
      { method: 'getTransaction', params: [id, { encoding: 'json', maxSupportedTransactionVersion: 0 }] },
    ],
    account: (id) => [{ method: 'getBalance', params: [id] }],
  },
}

const path = /^\/explorer\/([^/]+)\/(\w+)\/([\w.-]{1,128})$/

export function explored(network: ChainNetwork, url: string): ChainNetwork {
  if (!asks[network.chainNamespace]) return network
  const page = `${url}/explorer/${encodeURIComponent(network.caipNetworkId)}`
  return { ...network, blockExplorers: { default: { name: 'Local explorer', url: page } } }
}

/**
 * Returns a page of a minimal block explorer. The page shows what the node answers about a transaction or an account. Returns
 * undefined for other paths.
 */
export async function explorerPage(
  nodes: ReadonlyMap<CaipNetworkId, PostToNode>,
  { pathname }: URL,
  signal?: AbortSignal,
): Promise<DataAnswer | undefined> {
  const [, chain = '', page = '', id = ''] = path.exec(pathname) ?? []
  const caip = decodeURIComponent(chain) as CaipNetworkId
  const post = nodes.get(caip)
  const calls = asks[caip.split(':')[0] ?? '']?.[page]?.(id)
  if (!post || !calls) return undefined
  try {
    const said = await new NodeCalls(post).all(calls, signal)
    const lines = calls.map(({ method }, at) => `${method}\n${JSON.stringify(said[at], null, 2)}`)
    return html(200, `${page} ${id} on ${caip}`, lines.join('\n\n'))
  } catch (error) {
    if (!(error instanceof NodeFailure)) throw error
    return html(502, 'The node did not answer', error.message)
  }
}

function html(status: number, title: string, text: string): DataAnswer {
  const body = `<!doctype html><meta charset="utf-8"><title>${escaped(title)}</title><h1>${escaped(title)}</h1><pre>${escaped(text)}</pre>`
  return { status, contentType: 'text/html; charset=utf-8', body }
}
