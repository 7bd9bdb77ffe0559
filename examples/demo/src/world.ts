import type { ChainNamespace } from 'latchkey'
import type { PublicWorld } from '../server/world.ts'

export async function loadWorld(): Promise<PublicWorld> {
  const response = await fetch('/world.json')
  return (await response.json()) as PublicWorld
}

export const familyNames: Readonly<Record<ChainNamespace, string>> = {
  eip155: 'Ethereum',
  solana: 'Solana',
  bip122: 'Bitcoin',
  polkadot: 'Polkadot',
  cosmos: 'Cosmos',
}

/** The recipient of the page's payments. */
export const payee = 'erin'
