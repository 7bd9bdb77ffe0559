import type { CaipNetworkId } from '../chain/caip.ts'
import { networkParts } from '../chain/caip.ts'
import type { ChainNamespace } from '../chain/namespace.ts'
import { solanaLocalnet } from '../chain/solana-localnet.ts'

/**
 * The wording of a family's sign-in messages: EIP-4361 on eip155, Phantom's Sign-In With Solana, and CAIP-122 for the other
 * families.
 */
export interface Profile {
  readonly namespace: ChainNamespace
  /** The family's name in the first line of the message, such as `Ethereum` in `… your Ethereum account:`. */
  readonly account: string
  /** Returns the name that messages use for the network. */
  nameOf(chain: CaipNetworkId): string
  /** The network of a message that names no network. Absent if every message must name its network. */
  readonly unnamed?: CaipNetworkId
  /**
   * Returns the network that the message names by `text`. Returns undefined if `text` can't name a network of the family. On
   * eip155, doesn't validate `text`.
   */
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
      // Other libraries also write Wallet Standard's names, such as `solana:mainnet`, and `localnet` without `solana:`.
      const name = text.replace(/^solana:/, '')
      if (Object.hasOwn(clusters, name)) return clusters[name]
      return fullName('solana', 'Solana').chainNamed(name === 'localnet' ? solanaLocalnet : text)
    },
  },
  polkadot: fullName('polkadot', 'Polkadot'),
  bip122: fullName('bip122', 'Bitcoin'),
  cosmos: fullName('cosmos', 'Cosmos'),
}
