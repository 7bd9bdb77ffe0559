import type { Wallet } from '@wallet-standard/base'
import { bitcoinNetworkNamed } from '../../core/chain/bip122.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'

/** Returns whether the value is a wallet. Checks the members that this code uses. */
export function isStandardWallet(value: unknown): value is Wallet {
  const wallet = value as Partial<Wallet> | null
  return (
    typeof wallet === 'object' &&
    wallet !== null &&
    typeof wallet.name === 'string' &&
    wallet.name.trim() !== '' &&
    typeof wallet.features === 'object' &&
    wallet.features !== null &&
    Array.isArray(wallet.chains) &&
    wallet.chains.every((chain) => typeof chain === 'string') &&
    Array.isArray(wallet.accounts)
  )
}

/**
 * Returns the families that a wallet supports. A family needs features for connecting and signing. Solana also needs the
 * feature for events (S1.5).
 */
export function familiesOf({ features, chains }: Wallet): readonly ChainNamespace[] {
  const solana =
    'standard:connect' in features &&
    'standard:events' in features &&
    ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features) &&
    chains.some((chain) => chain.startsWith('solana:'))
  const bip122 =
    'bitcoin:connect' in features &&
    'bitcoin:signTransaction' in features &&
    chains.some((chain) => bitcoinNetworkNamed(chain))
  return [...(solana ? (['solana'] as const) : []), ...(bip122 ? (['bip122'] as const) : [])]
}
