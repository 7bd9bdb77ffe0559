import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'

/**
 * Whether wallets hand a method on to the node of their chain, as those of browsers do, without asking their person: reads,
 * and transactions that are signed already. Libraries such as ethers and web3.js read through the wallet.
 */
export function isNodeMethod(method: string): boolean {
  return /^(eth|net|web3)_/.test(method) && (isBroadcast(method) || !isStateChanging(method))
}
