import type { ChainNetwork } from '../../chain/network.ts'
import { onRamp } from '../../limits.ts'
import type { PurchaseCurrency } from './onramp.ts'

const byChainId: Readonly<Record<string, string>> = onRamp.chains
/** The networks on which Coinbase delivers purchases (S2.9). */
export const blockchains: readonly string[] = Object.values(byChainId)
/** The network on which Coinbase delivers if it doesn't know a purchase's network. */
const otherwise = { name: 'ethereum', label: 'Ethereum' }

/**
 * Returns Coinbase's name for a network: from our list, otherwise from the currency. If Coinbase doesn't know the network, it
 * delivers the purchase on another network, and `deliveryNetwork` is the label of that other network.
 */
export function blockchainOf(
  { id }: ChainNetwork,
  { networks }: PurchaseCurrency,
): { readonly name: string; readonly deliveryNetwork?: string } {
  const name = byChainId[`${id}`] ?? networks.find(({ chain_id }) => chain_id === `${id}`)?.name
  return name ? { name } : { name: otherwise.name, deliveryNetwork: otherwise.label }
}
