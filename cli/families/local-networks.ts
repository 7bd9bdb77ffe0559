import type { ChainNetwork } from 'latchkey'
import { localNetworks } from './families.ts'

/** A chain of this machine, as far as one can tell without asking it. */
export function isLocal(network: ChainNetwork): boolean {
  return localNetworks.includes(network.caipNetworkId) && network.rpcUrls.default.http.every(isLoopback)
}

/** An address of this machine, whatever its scheme. */
export function isLoopback(url: string): boolean {
  const host = URL.canParse(url) ? new URL(url).hostname : ''
  return host === 'localhost' || host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host)
}
