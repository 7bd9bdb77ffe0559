import type { ChainNetwork } from 'latchkey'

/** Returns the library's networks with the names of their exports. */
export async function readyNetworks(): Promise<readonly (readonly [name: string, network: ChainNetwork])[]> {
  return Object.entries(await import('latchkey/networks'))
}

export async function networksOf(family: ChainNetwork['chainNamespace']): Promise<readonly ChainNetwork[]> {
  const all = await readyNetworks()
  return all.flatMap(([, network]) => (network.chainNamespace === family ? [network] : []))
}
