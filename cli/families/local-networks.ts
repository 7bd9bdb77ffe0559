import type { ChainNetwork } from 'latchkey'
import { localNetworks } from './families.ts'

/** Whether a network is local, by its id and its endpoints, without asking the node. */
export function isLocal(network: ChainNetwork): boolean {
  return localNetworks.includes(network.caipNetworkId) && network.rpcUrls.default.http.every(isLoopback)
}

/** Whether the host of a URL is this machine, for any scheme. */
export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
