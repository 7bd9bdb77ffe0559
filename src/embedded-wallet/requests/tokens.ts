import { withTimeout } from '../../core/async/deadline.ts'
import type { Clock } from '../../ports.ts'
import type { TokenOf } from '../../wallets/describe/token.ts'
import { tokenOnChain } from '../../wallets/describe/token-on-chain.ts'
import type { NetworkNodes } from '../../wallets/node-pool.ts'
import type { WalletNetwork } from '../networks.ts'

/** How long a description waits for the node, in ms. */
const limit = 3000

/**
 * Returns a function that finds the tokens of an eip155 network: in the service's configuration, otherwise on a node of the
 * network. A token from a node is marked as unverified: the wallet has only the service's nodes, so it can't compare the answer
 * with an independent node's answer.
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
