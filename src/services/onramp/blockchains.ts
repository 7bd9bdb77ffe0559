import type { ChainNetwork } from '../../core/chain/network.ts'
import { onRamp } from '../../core/limits.ts'
import type { PurchaseCurrency } from '../../core/wallet/onramp.ts'

const byChainId: Readonly<Record<string, string>> = onRamp.chains
/** Those on which Coinbase pays. Specification 2, section 9. */
export const blockchains: readonly string[] = Object.values(byChainId)

/** What Coinbase calls a network: by our list, else as the currency names it there, else the one that stands for all others. */
export function blockchainOf({ id }: ChainNetwork, { networks }: PurchaseCurrency): string {
  return byChainId[`${id}`] ?? networks.find(({ chain_id }) => chain_id === `${id}`)?.name ?? 'ethereum'
}
