import type { ChainNetwork } from 'latchkey'
import { type Family, families } from '../families/families.ts'
import { verifierOf } from '../verifiers/families.ts'
import type { Named } from './network-hints.ts'

/** Where an address is at home: its family, and the networks where it is good, the likeliest first. */
export interface AddressHome {
  readonly family: Family
  readonly networks: readonly Named[]
}

/**
 * Finds out where an address belongs that a network does not take, or that came without one. `near` is the network that
 * was named: one of its kind, a devnet, a test network or one whose coins have value, is likelier than another.
 */
export async function homeOfAddress(
  text: string,
  known: readonly Named[],
  near?: ChainNetwork,
): Promise<AddressHome | undefined> {
  for (const family of byLikelihood(near)) {
    const verifier = await verifierOf(family)
    if (!('address' in (await verifier.judge(text)))) continue
    const networks: Named[] = []
    for (const one of known) {
      const { chainNamespace, caipNetworkId } = one.network
      if (chainNamespace !== family || caipNetworkId === near?.caipNetworkId) continue
      if ('address' in (await verifier.judge(text, caipNetworkId))) networks.push(one)
    }
    const rank = ({ devnet, network }: Named) =>
      (devnet ? -1 : 0) +
      (near !== undefined && (network.testnet === true) !== (near.testnet === true) ? 4 : 0)
    return { family, networks: networks.sort((a, b) => rank(a) - rank(b)) }
  }
  return undefined
}

function byLikelihood(near: ChainNetwork | undefined): readonly Family[] {
  const is = (family: Family) => Number(family === near?.chainNamespace)
  return [...families].sort((a, b) => is(b) - is(a))
}
