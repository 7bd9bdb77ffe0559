import { type CaipAssetId, type CaipNetworkId, networkParts } from './caip.ts'

/** The CAIP-19 asset namespaces of the families in which tokens have an address. */
const kinds: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

/** Matches the denominations that `x/bank` allows (cosmos-sdk, types/coin.go). */
const denomPattern = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/

/**
 * Returns the CAIP-19 id of a token. On cosmos, the address is the token's denomination. On polkadot, it is the id in the Assets
 * pallet. Returns undefined for families in which tokens have no address, and for an invalid denomination or asset id.
 */
export function tokenAsset(network: CaipNetworkId, address: string): CaipAssetId | undefined {
  const namespace = networkParts(network)?.namespace ?? ''
  if (namespace === 'cosmos') return denomAsset(network, address)
  // Accept only ids of the Assets pallet, because the price service uses a hex address for the native coin.
  const kind = namespace === 'polkadot' && /^(0|[1-9]\d{0,9})$/.test(address) ? 'asset' : kinds[namespace]
  return kind ? (`${network}/${kind}:${address}` as CaipAssetId) : undefined
}

function denomAsset(network: CaipNetworkId, denom: string): CaipAssetId | undefined {
  if (!denomPattern.test(denom)) return undefined
  const [, hash] = /^ibc\/([\dA-F]{64})$/.exec(denom) ?? []
  // A CAIP-19 reference has at most 128 characters, and no underscore.
  const reference = encodeURIComponent(denom).replaceAll('_', '%5F')
  if (hash === undefined && reference.length > 128) return undefined
  return `${network}/${hash === undefined ? `native:${reference}` : `ibc:${hash}`}` as CaipAssetId
}

/**
 * Returns the address by which the price service identifies a token or the native coin (S3.3.5). Returns undefined for families
 * other than eip155 and solana.
 */
export function pricedAddress(network: CaipNetworkId, address: string | undefined): string | undefined {
  const own = networkParts(network)?.namespace === 'solana' ? `So${'1'.repeat(41)}` : `0x${'e'.repeat(40)}`
  return tokenAsset(network, own) && `${network}:${address ?? own}`
}
