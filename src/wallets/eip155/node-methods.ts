import { isBroadcast, isStateChanging } from '../../core/rpc-methods.ts'

/**
 * Whether a wallet forwards a method to the network's node without a prompt, as browser wallets do: reads and signed
 * transactions. Libraries such as ethers and web3.js read through the wallet.
 */
export function isNodeMethod(method: string): boolean {
  return /^(eth|net|web3)_/.test(method) && (isBroadcast(method) || !isStateChanging(method))
}
