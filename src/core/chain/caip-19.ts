import { latchkeyError } from '../errors/latchkey-error.ts'
import { type CaipAssetId, type CaipNetworkId, type CaipNetworkParts, networkParts } from './caip.ts'
import type { ChainNamespace } from './namespace.ts'

export interface CaipAssetParts<N extends ChainNamespace = ChainNamespace> extends CaipNetworkParts<N> {
  readonly networkId: CaipNetworkId<N>
  /** Such as `erc20`, `slip44` or `token`. */
  readonly assetNamespace: string
  readonly assetReference: string
}

const assetNamespace = /^[-a-z0-9]{3,8}$/
const assetReference = /^[-.%a-zA-Z0-9]{1,128}$/

function assetParts(text: unknown): CaipAssetParts | undefined {
  if (typeof text !== 'string') return undefined
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

export function isCaipAssetId(value: unknown): value is CaipAssetId {
  return assetParts(value) !== undefined
}

/** Parses a CAIP-19 asset type. @throws `caip/invalid-asset-id` if the text isn't an asset of one of the five families. */
export function parseCaipAssetId<N extends ChainNamespace>(id: CaipAssetId<N>): CaipAssetParts<N>
export function parseCaipAssetId(id: string): CaipAssetParts
export function parseCaipAssetId(id: string): CaipAssetParts {
  const parts = assetParts(id)
  if (!parts) throw latchkeyError('caip/invalid-asset-id', { values: { value: String(id) } })
  return parts
}
