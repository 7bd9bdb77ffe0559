import { latchkeyError } from '../errors/latchkey-error.ts'
import { type ChainNamespace, isChainNamespace } from './namespace.ts'

/** A CAIP-2 network id, such as `eip155:1`. */
export type CaipNetworkId<N extends ChainNamespace = ChainNamespace> = `${N}:${string}`
/** A CAIP-10 account, such as `eip155:1:0xd8dA…`. */
export type CaipAddress<N extends ChainNamespace = ChainNamespace> = `${N}:${string}:${string}`
/** A CAIP-19 asset type, such as `eip155:1/erc20:0xa0b8…`. */
export type CaipAssetId<N extends ChainNamespace = ChainNamespace> = `${N}:${string}/${string}:${string}`
export type Hex = `0x${string}`

export interface CaipNetworkParts<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly reference: string
}
const networkId = /^(\w+):([-\w]{1,32})$/
/** Returns the parts of a CAIP-2 id. Returns undefined if the text isn't an id of one of the five families. */
export function networkParts(text: unknown): CaipNetworkParts | undefined {
  if (typeof text !== 'string') return undefined
  const [, namespace, reference] = networkId.exec(text) ?? []
  return reference && isChainNamespace(namespace) ? { namespace, reference } : undefined
}

export function isCaipNetworkId(value: unknown): value is CaipNetworkId {
  return networkParts(value) !== undefined
}

/** Parses a CAIP-2 id. @throws `caip/invalid-network-id` if the text isn't an id of one of the five families. */
export function parseCaipNetworkId<N extends ChainNamespace>(id: CaipNetworkId<N>): CaipNetworkParts<N>
export function parseCaipNetworkId(id: string): CaipNetworkParts
export function parseCaipNetworkId(id: string): CaipNetworkParts {
  const parts = networkParts(id)
  if (!parts) throw latchkeyError('caip/invalid-network-id', { values: { value: String(id) } })
  return parts
}

/** Joins a network and an address into a CAIP-10 account. */
export function caipAddress<N extends ChainNamespace>(
  network: CaipNetworkId<N>,
  address: string,
): CaipAddress<N> {
  return `${network}:${address}`
}
