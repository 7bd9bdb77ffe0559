import { latchkeyError } from '../errors/latchkey-error.ts'
import { type ChainNamespace, isChainNamespace } from './namespace.ts'

/** CAIP-2, such as `eip155:1`. */
export type CaipNetworkId<N extends ChainNamespace = ChainNamespace> = `${N}:${string}`
/** CAIP-10, such as `eip155:1:0xd8dA…`. */
export type CaipAddress<N extends ChainNamespace = ChainNamespace> = `${N}:${string}:${string}`
/** CAIP-19, such as `eip155:1/erc20:0xa0b8…`. */
export type CaipAssetId<N extends ChainNamespace = ChainNamespace> = `${N}:${string}/${string}:${string}`
export type Hex = `0x${string}`

export interface CaipNetworkParts<N extends ChainNamespace = ChainNamespace> {
  readonly namespace: N
  readonly reference: string
}
const networkId = /^(\w+):([-\w]{1,32})$/
/** The parts of a CAIP-2 id of one of the five families; undefined when the text is none. */
export function networkParts(text: unknown): CaipNetworkParts | undefined {
  if (typeof text !== 'string') return undefined
  const [, namespace, reference] = networkId.exec(text) ?? []
  return reference && isChainNamespace(namespace) ? { namespace, reference } : undefined
}

export function isCaipNetworkId(value: unknown): value is CaipNetworkId {
  return networkParts(value) !== undefined
}

/** @throws `caip/invalid-network-id` unless the text is a CAIP-2 id of one of the five families. */
export function parseCaipNetworkId<N extends ChainNamespace>(id: CaipNetworkId<N>): CaipNetworkParts<N>
export function parseCaipNetworkId(id: string): CaipNetworkParts
export function parseCaipNetworkId(id: string): CaipNetworkParts {
  const parts = networkParts(id)
  if (!parts) throw latchkeyError('caip/invalid-network-id', { values: { value: String(id) } })
  return parts
}

/** Prints a CAIP-10 account from its network and its plain address. */
export function caipAddress<N extends ChainNamespace>(
  network: CaipNetworkId<N>,
  address: string,
): CaipAddress<N> {
  return `${network}:${address}`
}
