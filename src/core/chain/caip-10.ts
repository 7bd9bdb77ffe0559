import { latchkeyError } from '../errors/latchkey-error.ts'
import { type CaipAddress, type CaipNetworkId, type CaipNetworkParts, networkParts } from './caip.ts'
import type { ChainNamespace } from './namespace.ts'

export interface CaipAddressParts<N extends ChainNamespace = ChainNamespace> extends CaipNetworkParts<N> {
  readonly networkId: CaipNetworkId<N>
  readonly address: string
}
const accountAddress = /^[-.%a-zA-Z0-9]{1,128}$/

function addressParts(text: unknown): CaipAddressParts | undefined {
  if (typeof text !== 'string') return undefined
  const at = text.lastIndexOf(':')
  const network = networkParts(text.slice(0, Math.max(at, 0)))
  const address = text.slice(at + 1)
  if (!network || !accountAddress.test(address)) return undefined
  return { ...network, networkId: `${network.namespace}:${network.reference}`, address }
}

export function isCaipAddress(value: unknown): value is CaipAddress {
  return addressParts(value) !== undefined
}

/** Parses a CAIP-10 account. @throws `caip/invalid-address` if the text isn't an account of one of the five families. */
export function parseCaipAddress<N extends ChainNamespace>(account: CaipAddress<N>): CaipAddressParts<N>
export function parseCaipAddress(account: string): CaipAddressParts
export function parseCaipAddress(account: string): CaipAddressParts {
  const parts = addressParts(account)
  if (!parts) throw latchkeyError('caip/invalid-address', { values: { value: String(account) } })
  return parts
}
