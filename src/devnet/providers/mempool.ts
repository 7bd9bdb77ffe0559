import type { ChainNetwork } from '../../core/chain/network.ts'

/**
 * Returns the API of https://mempool.space/docs/api/rest for a devnet's bip122 network, as far as the provider
 * asks for it. It passes the history on from the network's node, which has the same answers. Undefined for
 * another family.
 */
export function mempoolOf(network: ChainNetwork): ((path: string) => Promise<unknown>) | undefined {
  const [url] = network.rpcUrls.default.http
  if (network.chainNamespace !== 'bip122' || url === undefined) return undefined
  const read = async (path: string) => {
    const response = await fetch(`${url.replace(/\/$/, '')}/${path}`)
    return response.ok ? await response.text() : undefined
  }
  return async (path) => {
    if (path === 'v1/blocks/0') {
      const id = await read('block-height/0')
      return id === undefined ? undefined : [{ id: id.trim(), height: 0 }]
    }
    if (!/^address\/\w+\/txs(\/chain\/[\da-f]{64})?$/.test(path)) return undefined
    const answer = await read(path)
    return answer === undefined ? undefined : JSON.parse(answer)
  }
}
