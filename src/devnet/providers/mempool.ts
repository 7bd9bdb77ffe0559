import type { ChainNetwork } from '../../core/chain/network.ts'

/**
 * The part of https://mempool.space/docs/api/rest that our provider uses, for a devnet's bip122 network. The network's node has the same API for the
 * history. Undefined for another family.
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
