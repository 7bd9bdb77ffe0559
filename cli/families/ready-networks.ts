import type { ChainNetwork } from 'latchkey'

/** Returns the library's predefined networks, each with the name of its export. */
export async function readyNetworks(): Promise<readonly (readonly [name: string, network: ChainNetwork])[]> {
  return Object.entries(await import('latchkey/networks'))
}

/** Returns the predefined networks of a family. */
export async function networksOf(family: ChainNetwork['chainNamespace']): Promise<readonly ChainNetwork[]> {
  const all = await readyNetworks()
  return all.flatMap(([, network]) => (network.chainNamespace === family ? [network] : []))
}
