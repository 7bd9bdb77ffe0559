import type { Wallet, WalletAccount } from '@wallet-standard/base'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { standardChain } from '../../core/chain/solana.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'

/** How the wallets of one family use wallet-standard. */
export interface StandardFamily {
  readonly namespace: ChainNamespace
  /** Whether the wallet can do what the family needs. */
  accepts(wallet: Wallet): boolean
  /** The feature by which its accounts are asked for, and what is handed to it beside `silent`. */
  readonly connect: { readonly feature: string; readonly input?: object }
  /** Whether the wallet is on a network. */
  covers(wallet: Wallet, network: CaipNetworkId): boolean
  /** Undefined for an account of another family. */
  account(account: WalletAccount): AccountRecord | undefined
}

/** Specification 1, section 5: connect, events and a sign feature. */
const solana: StandardFamily = {
  namespace: 'solana',
  accepts: ({ features, chains }) =>
    'standard:connect' in features &&
    'standard:events' in features &&
    ('solana:signTransaction' in features || 'solana:signAndSendTransaction' in features) &&
    chains.some((chain) => chain.startsWith('solana:')),
  connect: { feature: 'standard:connect' },
  covers: ({ chains }, network) => standardChain(network, chains) !== undefined,
  account: ({ address, chains }) =>
    chains.some((chain) => chain.startsWith('solana:'))
      ? { namespace: 'solana', address, type: 'eoa' }
      : undefined,
}

export const standardFamilies: readonly StandardFamily[] = [solana]

/** True for what has the shape of a wallet, as far as we read it. */
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

/** True for a list of what has the shape of an account, as far as we read it. */
export function isAccountList(value: unknown): value is readonly WalletAccount[] {
  return (
    Array.isArray(value) &&
    value.every(
      (account: Partial<WalletAccount> | null) =>
        typeof account?.address === 'string' &&
        Array.isArray(account.chains) &&
        account.chains.every((chain) => typeof chain === 'string'),
    )
  )
}
