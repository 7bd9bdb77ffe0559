import type { ChainNetwork } from '../chain/network.ts'
import { onRamp } from '../limits.ts'
import type { PurchaseCurrency } from './onramp.ts'

const byChainId: Readonly<Record<string, string>> = onRamp.chains
/** Those on which Coinbase pays. Specification 2, section 9. */
export const blockchains: readonly string[] = Object.values(byChainId)
/** The one that stands for all others. */
const otherwise = { name: 'ethereum', label: 'Ethereum' }

/**
 * What Coinbase calls a network: by our list, else as the currency names it there. `elsewhere`: it knows no such network, and
 * pays on the one of this name.
 */
export function blockchainOf(
  { id }: ChainNetwork,
  { networks }: PurchaseCurrency,
): { readonly name: string; readonly elsewhere?: string } {
  const name = byChainId[`${id}`] ?? networks.find(({ chain_id }) => chain_id === `${id}`)?.name
  return name ? { name } : { name: otherwise.name, elsewhere: otherwise.label }
}
