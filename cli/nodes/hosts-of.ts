import type { ChainNetwork } from 'latchkey'

/**
 * Returns one node per host name, with the host and port of its URL. Nodes at two ports of one machine usually have one operator, so
 * they can't confirm each other.
 */
export function hostsOf({
  rpcUrls,
}: Pick<ChainNetwork, 'rpcUrls'>): readonly (readonly [host: string, url: string])[] {
  const hosts = new Map<string, readonly [host: string, url: string]>()
  for (const url of rpcUrls.default.http) {
    if (!URL.canParse(url)) continue
    const { host, hostname } = new URL(url)
    // `rpc.example.` with a final dot is the same host.
    const name = hostname.replace(/\.$/, '')
    if (!hosts.has(name)) hosts.set(name, [host, url])
  }
  return [...hosts.values()]
}
