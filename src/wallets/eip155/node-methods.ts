import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'

/**
 * Returns whether a wallet forwards a method to a node without a prompt, as browser wallets do. These are methods that read,
 * and methods that send signed transactions. Libraries such as ethers and web3.js read through the wallet.
 */
export function isNodeMethod(method: string): boolean {
  return /^(eth|net|web3)_/.test(method) && (isBroadcast(method) || !isStateChanging(method))
}
