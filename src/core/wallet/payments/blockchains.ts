import type { ChainNetwork } from '../../chain/network.ts'
import { onRamp } from '../../limits.ts'
import type { PurchaseCurrency } from './onramp.ts'

const byChainId: Readonly<Record<string, string>> = onRamp.chains
/** Networks that Coinbase pays out on (S2.9). */
export const blockchains: readonly string[] = Object.values(byChainId)
/** The fallback for all other networks. */
const otherwise = { name: 'ethereum', label: 'Ethereum' }

/**
 * Coinbase's name of a network, from our list or else from the currency. If Coinbase doesn't know the network, Coinbase pays out on
 * another network, whose label is `deliveryNetwork`.
 */
export function blockchainOf(
  { id }: ChainNetwork,
  { networks }: PurchaseCurrency,
): { readonly name: string; readonly deliveryNetwork?: string } {
  const name = byChainId[`${id}`] ?? networks.find(({ chain_id }) => chain_id === `${id}`)?.name
  return name ? { name } : { name: otherwise.name, deliveryNetwork: otherwise.label }
}
