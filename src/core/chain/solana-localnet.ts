import type { ChainNetwork } from './network.ts'

/** Wallet Standard's name for a local node, whose genesis hash changes at each start. */
export const solanaLocalnet = 'solana:localnet'

/** Whether the URL points to this machine. */
export function isOnThisMachine(url: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/.test(`${url}/`)
}

/** Whether a node of the network is on this machine. */
export function hasLocalNode({ rpcUrls }: Pick<ChainNetwork, 'rpcUrls'>): boolean {
  return rpcUrls.default.http.some(isOnThisMachine)
}
