import type { ChainNetwork } from 'latchkey'

/** The library's predefined networks of a family. */
export async function networksOf(
  namespace: ChainNetwork['chainNamespace'],
): Promise<readonly ChainNetwork[]> {
  const ready = Object.values(await import('latchkey/networks')) as readonly Partial<ChainNetwork>[]
  return ready.filter(
    (network): network is ChainNetwork =>
      network.chainNamespace === namespace && network.caipNetworkId !== undefined,
  )
}
