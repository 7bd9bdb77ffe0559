import type { CaipNetworkId } from '../chain/caip.ts'
import { networkParts } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import { solanaLocalnet } from '../chain/solana-localnet.ts'

/** The wording of a family's sign-in messages: EIP-4361, Phantom's Sign-In With Solana, and CAIP-122 for the others. */
export interface Profile {
  readonly namespace: ChainNamespace
  /** The family's name in the first line: `… your Ethereum account:`. */
  readonly account: string
  /** The network's name in the text. */
  nameOf(chain: CaipNetworkId): string
  /** The network of a text that names no network; absent if every text must name its network. */
  readonly unnamed?: CaipNetworkId
  /** The network that the text names; undefined if the text names no network of the family. */
  chainNamed(text: string): CaipNetworkId | undefined
}

/** Solana's public clusters (CAIP-30) by their names in Sign-In With Solana. */
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
    unnamed: 'solana:5eykt4UsFv8P8NJdTREpY1vzqKqZKvdp',
    chainNamed: (text) => {
      // Other libraries also write Wallet Standard's names, such as `solana:mainnet`, and `localnet` without its family.
      const name = text.replace(/^solana:/, '')
      if (Object.hasOwn(clusters, name)) return clusters[name]
      return fullName('solana', 'Solana').chainNamed(name === 'localnet' ? solanaLocalnet : text)
    },
  },
  polkadot: fullName('polkadot', 'Polkadot'),
  bip122: fullName('bip122', 'Bitcoin'),
  cosmos: fullName('cosmos', 'Cosmos'),
}
