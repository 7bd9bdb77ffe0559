/** The bech32 prefix of a Cosmos network's accounts, by CAIP-2 id; undefined for unknown networks. */
export async function cosmosPrefix(network: string | undefined): Promise<string | undefined> {
  if (network === undefined) return undefined
  const { factsOf } = await import('./families.ts')
  const { local, cosmos } = factsOf('cosmos')
  if (local.includes(network)) return cosmos?.bech32Prefix
  const ready = Object.values(await import('latchkey/networks'))
  return ready.find(({ caipNetworkId }) => caipNetworkId === network)?.cosmos?.bech32Prefix
}
