import type { ChainNetwork } from './network.ts'

/**
 * Wallet Standard's name for a local node. A local node has no fixed CAIP-2 id, because its genesis hash changes at each start.
 */
export const solanaLocalnet = 'solana:localnet'

export function isOnThisMachine(url: string): boolean {
  return /^https?:\/\/(localhost|127\.\d+\.\d+\.\d+|\[::1\])[:/]/.test(`${url}/`)
}

export function hasLocalNode({ rpcUrls }: Pick<ChainNetwork, 'rpcUrls'>): boolean {
  return rpcUrls.default.http.some(isOnThisMachine)
}
