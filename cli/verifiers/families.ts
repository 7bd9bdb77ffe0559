import type { Family } from '../families/families.ts'
import type { Verifier } from './verifier.ts'

const table: Readonly<Record<Family, () => Promise<Verifier>>> = {
  eip155: async () => (await import('./eip155.ts')).eip155Verifier,
  solana: async () => (await import('./solana.ts')).solanaVerifier,
  bip122: async () => (await import('./bip122.ts')).bip122Verifier,
  polkadot: async () => (await import('./polkadot.ts')).polkadotVerifier,
  cosmos: async () => (await import('./cosmos.ts')).cosmosVerifier,
}

export function verifierOf(family: Family): Promise<Verifier> {
  return table[family]()
}
