import { type CaipAssetId, type CaipNetworkId, networkParts } from './caip.ts'

/** How the families that have tokens by an address name them. CAIP-19. */
const kinds: Readonly<Record<string, string>> = { eip155: 'erc20', solana: 'token' }

/** The asset of a token's address; undefined for a family whose tokens have none. */
export function tokenAsset(network: CaipNetworkId, address: string): CaipAssetId | undefined {
  const kind = kinds[networkParts(network)?.namespace ?? '']
  return kind ? (`${network}/${kind}:${address}` as CaipAssetId) : undefined
}

/** By which the service of prices knows a token, or the network's own coin. Facts 3.5. */
export function pricedAddress(network: CaipNetworkId, address: string | undefined): string | undefined {
  const own = networkParts(network)?.namespace === 'solana' ? `So${'1'.repeat(41)}` : `0x${'e'.repeat(40)}`
  return tokenAsset(network, own) && `${network}:${address ?? own}`
}
