import type { ChainNetwork } from 'latchkey'
import { networksOf } from './ready-networks.ts'

export async function cosmosChain(network: string | undefined): Promise<ChainNetwork['cosmos']> {
  if (network === undefined) return undefined
  const { factsOf } = await import('./families.ts')
  const { local, cosmos } = factsOf('cosmos')
  if (local.includes(network)) return cosmos
  return (await networksOf('cosmos')).find(({ caipNetworkId }) => caipNetworkId === network)?.cosmos
}
