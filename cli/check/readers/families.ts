import type { ChainNetwork } from 'latchkey'
import { type Family, familyOf } from '../../families/families.ts'
import type { ChainReader } from '../chain-reader.ts'

type OpenReader = (url: string, signal: AbortSignal, network: ChainNetwork) => ChainReader

const table: Readonly<Record<Family, () => Promise<OpenReader>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155Reader,
  solana: async () => (await import('./solana.ts')).solanaReader,
  bip122: async () => (await import('./bip122.ts')).bip122Reader,
  polkadot: async () => (await import('./polkadot.ts')).polkadotReader,
  cosmos: async () => (await import('./cosmos.ts')).cosmosReader,
}

export async function chainReader(network: ChainNetwork, signal: AbortSignal): Promise<ChainReader> {
  const open = await table[familyOf(network)]()
  return open(network.rpcUrls.default.http[0] ?? '', signal, network)
}
