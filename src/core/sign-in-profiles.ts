import type { CaipNetworkId } from './chain/caip.ts'
import { networkParts } from './chain/caip.ts'
import type { ChainNamespace } from './chain/namespace.ts'

/** How a family words a sign-in message. EIP-4361, Phantom's Sign-In With Solana, and CAIP-122 for the others. */
export interface Profile {
  readonly namespace: ChainNamespace
  /** In the first line: `… your Ethereum account:`. */
  readonly account: string
  /** What the chain is called in the text. */
  nameOf(chain: CaipNetworkId): string
  /** The chain that the text names; undefined for a text that names none of the family. */
  chainNamed(text: string): CaipNetworkId | undefined
}

/** CAIP-30's public clusters by the names that SIWS has for them. */
const clusters: Readonly<Record<string, CaipNetworkId>> = {
  mainnet: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
  devnet: 'solana:EtWTRABZaYq6iMfeYKouRu166VU2xqa1',
  testnet: 'solana:4uhcVJyU9pJkvQyS88uRDiswHXSCkY3z',
}

function fullName(namespace: ChainNamespace, account: string): Profile {
  return {
    namespace,
    account,
    nameOf: (chain) => chain,
    chainNamed: (text) => (networkParts(text)?.namespace === namespace ? (text as CaipNetworkId) : undefined),
  }
}

export const profiles: Readonly<Record<ChainNamespace, Profile>> = {
  eip155: {
    namespace: 'eip155',
    account: 'Ethereum',
    nameOf: (chain) => chain.slice('eip155:'.length),
    chainNamed: (text) => `eip155:${text}`,
  },
  solana: {
    ...fullName('solana', 'Solana'),
    nameOf: (chain) => Object.keys(clusters).find((name) => clusters[name] === chain) ?? chain,
    chainNamed: (text) =>
      Object.hasOwn(clusters, text) ? clusters[text] : fullName('solana', 'Solana').chainNamed(text),
  },
  polkadot: fullName('polkadot', 'Polkadot'),
  bip122: fullName('bip122', 'Bitcoin'),
  cosmos: fullName('cosmos', 'Cosmos'),
}
