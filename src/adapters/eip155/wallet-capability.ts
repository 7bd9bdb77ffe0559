import type { CaipNetworkId } from '../../core/chain/caip.ts'
import { eip155Network } from '../../core/chain/eip155.ts'
import { isObject } from '../../core/json/is-object.ts'

/**
 * Returns what an answer to `wallet_getCapabilities` states about a capability on a network (EIP-5792). An answer for the network
 * takes precedence over an answer for all networks, which has the chain id 0. Wallets may write a chain id with leading zeros.
 */
export function capabilityIn(
  answer: unknown,
  network: CaipNetworkId<'eip155'>,
  name: string,
): Readonly<Record<string, unknown>> | undefined {
  const entries = isObject(answer) ? Object.entries(answer) : []
  const here = entries.filter(([chainId]) => eip155Network(chainId) === network)
  const everywhere = entries.filter(([chainId]) => /^0x0+$/i.test(chainId))
  const stated = [...here, ...everywhere].flatMap(([, capabilities]) =>
    isObject(capabilities) && name in capabilities ? [capabilities[name]] : [],
  )
  return isObject(stated[0]) ? stated[0] : undefined
}
