import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { bitcoinNetworkNamed } from '../../core/chain/bip122.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { standardChain } from '../../core/chain/solana.ts'
import { hasLocalNode } from '../../core/chain/solana-localnet.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'

/** How one family uses wallet-standard. */
export interface StandardFamily {
  readonly namespace: ChainNamespace
  /** The feature that requests accounts with a prompt, and its input. */
  readonly connect: { readonly feature: string; readonly input?: object }
  /** Returns whether the wallet supports a network. */
  covers(wallet: Wallet, network: ChainNetwork): boolean
  /** Returns the account, or undefined for an account of another family. `all` has all accounts that the wallet shows. */
  account(account: WalletAccount, all: readonly WalletAccount[]): AccountRecord | undefined
}

const solana: StandardFamily = {
  namespace: 'solana',
  connect: { feature: 'standard:connect' },
  covers: ({ chains }, network) =>
    standardChain(network.caipNetworkId, chains, { hasLocalNode: hasLocalNode(network) }) !== undefined,
  account: ({ address, chains }) =>
    chains.some((chain) => chain.startsWith('solana:'))
      ? { namespace: 'solana', address, type: 'eoa' }
      : undefined,
}

/** Bitcoin has its own feature to connect. An account can be marked as an ordinals account (S3.5.6). */
const bip122: StandardFamily = {
  namespace: 'bip122',
  connect: { feature: 'bitcoin:connect', input: { purposes: ['payment', 'ordinals'] } },
  covers: ({ chains }, { caipNetworkId }) =>
    chains.some((chain) => bitcoinNetworkNamed(chain) === caipNetworkId),
  account(account, all) {
    const { address, chains, publicKey } = account
    if (!chains.some((chain) => bitcoinNetworkNamed(chain))) return undefined
    const purpose = purposeOf(account)
    // An unmarked taproot account is an ordinals account if there is also a payment account. Otherwise it is a payment account.
    const beside = (other: WalletAccount) =>
      purposeOf(other) === 'payment' && other.chains.some((chain) => chains.includes(chain))
    const type = purpose === 'ordinals' || (purpose === 'either' && all.some(beside)) ? 'ordinal' : 'payment'
    const key = publicKey?.length === 32 || publicKey?.length === 33 ? hexOf(publicKey) : undefined
    return { namespace: 'bip122', address, type, ...(key && { publicKey: key }) }
  },
}

/** Returns a Bitcoin account's purpose, from the wallet's mark or from its address. */
function purposeOf(account: WalletAccount): 'payment' | 'ordinals' | 'either' {
  const { purpose } = account as { purpose?: unknown }
  if (purpose === undefined) return /^[a-z]+1p/.test(account.address) ? 'either' : 'payment'
  return purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinals' : 'payment'
}

function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const standardFamilies: readonly StandardFamily[] = [solana, bip122]

/** Returns whether the value is a list of accounts. Checks the members that this code uses. */
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
