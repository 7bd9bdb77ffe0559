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
export interface CaipAddressParts<N extends ChainNamespace = ChainNamespace> extends CaipNetworkParts<N> {
  readonly networkId: CaipNetworkId<N>
  readonly address: string
}
export interface CaipAssetParts<N extends ChainNamespace = ChainNamespace> extends CaipNetworkParts<N> {
  readonly networkId: CaipNetworkId<N>
  /** Such as `erc20`, `slip44` or `token`. */
  readonly assetNamespace: string
  readonly assetReference: string
}

const reference = /^[-_a-zA-Z0-9]{1,32}$/
const accountAddress = /^[-.%a-zA-Z0-9]{1,128}$/
const assetNamespace = /^[-a-z0-9]{3,8}$/
const assetReference = /^[-.%a-zA-Z0-9]{1,128}$/

function networkParts(text: string): CaipNetworkParts | undefined {
  const [namespace, ref, ...rest] = text.split(':')
  if (rest.length > 0 || ref === undefined || !isChainNamespace(namespace) || !reference.test(ref))
    return undefined
  return { namespace, reference: ref }
}

function addressParts(text: string): CaipAddressParts | undefined {
  const at = text.lastIndexOf(':')
  const network = networkParts(text.slice(0, Math.max(at, 0)))
  const address = text.slice(at + 1)
  if (!network || !accountAddress.test(address)) return undefined
  return { ...network, networkId: `${network.namespace}:${network.reference}`, address }
}

function assetParts(text: string): CaipAssetParts | undefined {
  const [chain = '', asset = '', ...rest] = text.split('/')
  const network = networkParts(chain)
  const [kind = '', ref = '', ...more] = asset.split(':')
  if (rest.length > 0 || more.length > 0 || !network) return undefined
  if (!assetNamespace.test(kind) || !assetReference.test(ref)) return undefined
  return {
    ...network,
    networkId: `${network.namespace}:${network.reference}`,
    assetNamespace: kind,
    assetReference: ref,
  }
}

export function isCaipNetworkId(value: unknown): value is CaipNetworkId {
  return typeof value === 'string' && networkParts(value) !== undefined
}

export function isCaipAddress(value: unknown): value is CaipAddress {
  return typeof value === 'string' && addressParts(value) !== undefined
}

export function isCaipAssetId(value: unknown): value is CaipAssetId {
  return typeof value === 'string' && assetParts(value) !== undefined
}

/** @throws `caip/invalid-network-id` unless the text is a CAIP-2 id of one of the five families. */
export function parseCaipNetworkId<N extends ChainNamespace>(id: CaipNetworkId<N>): CaipNetworkParts<N>
export function parseCaipNetworkId(id: string): CaipNetworkParts
export function parseCaipNetworkId(id: string): CaipNetworkParts {
  const parts = networkParts(id)
  if (!parts) throw latchkeyError('caip/invalid-network-id', { values: { value: id } })
  return parts
}

/** @throws `caip/invalid-address` unless the text is a CAIP-10 account of one of the five families. */
export function parseCaipAddress<N extends ChainNamespace>(account: CaipAddress<N>): CaipAddressParts<N>
export function parseCaipAddress(account: string): CaipAddressParts
export function parseCaipAddress(account: string): CaipAddressParts {
  const parts = addressParts(account)
  if (!parts) throw latchkeyError('caip/invalid-address', { values: { value: account } })
  return parts
}

/** @throws `caip/invalid-asset-id` unless the text is a CAIP-19 asset type of one of the five families. */
export function parseCaipAssetId<N extends ChainNamespace>(id: CaipAssetId<N>): CaipAssetParts<N>
export function parseCaipAssetId(id: string): CaipAssetParts
export function parseCaipAssetId(id: string): CaipAssetParts {
  const parts = assetParts(id)
  if (!parts) throw latchkeyError('caip/invalid-asset-id', { values: { value: id } })
  return parts
}

/** Prints a CAIP-10 account from its network and its plain address. */
export function caipAddress<N extends ChainNamespace>(
  network: CaipNetworkId<N>,
  address: string,
): CaipAddress<N> {
  return `${network}:${address}`
}
