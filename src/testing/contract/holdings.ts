import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { SendParams } from '../../core/wallet/transaction.ts'
import type { Scene } from './behavior.ts'

/** Returns the balances of the sender and the receiver on the first network. */
export async function holdings<N extends ChainNamespace>(
  { chain, networks: [network], addresses, receiver }: Scene<N>,
  asset?: SendParams<N>['asset'],
) {
  const [sender, received] = await Promise.all([
    chain.balance(network.caipNetworkId, addresses[0], asset),
    chain.balance(network.caipNetworkId, receiver, asset),
  ])
  return { sender, received }
}
