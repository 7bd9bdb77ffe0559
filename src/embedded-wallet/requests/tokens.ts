import { withTimeout } from '../../core/async/deadline.ts'
import type { Clock } from '../../ports.ts'
import type { TokenOf } from '../../wallets/describe/token.ts'
import { tokenOnChain } from '../../wallets/describe/token-on-chain.ts'
import type { NetworkNodes } from '../../wallets/node-pool.ts'
import type { WalletNetwork } from '../networks.ts'

/** How long a description waits for the node, in ms. */
const limit = 3000

/**
 * Finds the tokens of an eip155 network, in the operator's configuration or otherwise through the network's node. The wallet
 * reaches nodes only through its service, so there is no second node to compare with, and the node's answer is unverified.
 */
export function tokensOn(network: WalletNetwork, clock: Clock, nodeOf: NetworkNodes): TokenOf | undefined {
  const { chainNamespace, tokens = [] } = network
  if (chainNamespace !== 'eip155') return undefined
  const node = nodeOf(network)
  return async (contract) => {
    const own = tokens.find((token) => token.contract.toLowerCase() === contract)
    if (own) return { symbol: own.symbol, decimals: own.decimals, configured: true }
    const late = () => new Error('the node is late')
    const read = (signal: AbortSignal) =>
      tokenOnChain(contract, (method, params) => node(method, params, { signal }))
    const token = await withTimeout(clock, limit, read, late)
    return token && { ...token, unverified: true }
  }
}
