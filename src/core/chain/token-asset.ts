import { type CaipAssetId, type CaipNetworkId, networkParts } from './caip.ts'

/** The CAIP-19 asset namespaces of the families in which tokens have an address. */
const kinds: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

/** Returns the CAIP-19 id of a token. Returns undefined for families in which tokens have no address. */
export function tokenAsset(network: CaipNetworkId, address: string): CaipAssetId | undefined {
  const kind = kinds[networkParts(network)?.namespace ?? '']
  return kind ? (`${network}/${kind}:${address}` as CaipAssetId) : undefined
}

/** Returns the address by which the price service identifies a token or the native coin (S3.3.5). */
export function pricedAddress(network: CaipNetworkId, address: string | undefined): string | undefined {
  const own = networkParts(network)?.namespace === 'solana' ? `So${'1'.repeat(41)}` : `0x${'e'.repeat(40)}`
  return tokenAsset(network, own) && `${network}:${address ?? own}`
}
