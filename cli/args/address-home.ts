import type { ChainNetwork } from 'latchkey'
import { type Family, families } from '../families/families.ts'
import { verifierOf } from '../verifiers/families.ts'
import type { KnownNetwork } from './network-hints.ts'

/**
 * The family of an address, and the networks that accept the address, most likely network first. The network that the user named
 * (`near`) isn't in the list.
 */
export interface AddressHome {
  readonly family: Family
  readonly networks: readonly KnownNetwork[]
}

export async function homeOfAddress(
  text: string,
  known: readonly KnownNetwork[],
  near?: ChainNetwork,
): Promise<AddressHome | undefined> {
  for (const family of byLikelihood(near)) {
    const verifier = await verifierOf(family)
    if (!('address' in (await verifier.judge(text)))) continue
    const networks: KnownNetwork[] = []
    for (const one of known) {
      const { chainNamespace, caipNetworkId } = one.network
      if (chainNamespace !== family || caipNetworkId === near?.caipNetworkId) continue
      if ('address' in (await verifier.judge(text, caipNetworkId))) networks.push(one)
    }
    const rank = ({ devnet, network }: KnownNetwork) =>
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
