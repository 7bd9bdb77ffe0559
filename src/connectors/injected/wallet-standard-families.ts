import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { bitcoinNetworkNamed } from '../../core/chain/bip122.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import type { ChainNetwork } from '../../core/chain/network.ts'
import { standardChain } from '../../core/chain/solana.ts'
import { hasLocalNode } from '../../core/chain/solana-localnet.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'

/** The parts of wallet-standard that one family uses. */
export interface StandardFamily {
  readonly namespace: ChainNamespace
  /** The feature that asks for accounts, and its input besides `silent`. */
  readonly connect: { readonly feature: string; readonly input?: object }
  /** Whether the wallet supports a network. */
  covers(wallet: Wallet, network: ChainNetwork): boolean
  /** Undefined for an account of another family. `all` are all accounts that the wallet shows. */
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

/** Bitcoin has its own connect feature, and its accounts can be marked as ordinals accounts (S3.5.6). */
const bip122: StandardFamily = {
  namespace: 'bip122',
  connect: { feature: 'bitcoin:connect', input: { purposes: ['payment', 'ordinals'] } },
  covers: ({ chains }, { caipNetworkId }) =>
    chains.some((chain) => bitcoinNetworkNamed(chain) === caipNetworkId),
  account(account, all) {
    const { address, chains, publicKey } = account
    if (!chains.some((chain) => bitcoinNetworkNamed(chain))) return undefined
    const purpose = purposeOf(account)
    // An unmarked taproot account is for ordinals if there is also a payment account; otherwise it is a payment
    // account.
    const beside = (other: WalletAccount) =>
      purposeOf(other) === 'payment' && other.chains.some((chain) => chains.includes(chain))
    const type = purpose === 'ordinals' || (purpose === 'either' && all.some(beside)) ? 'ordinal' : 'payment'
    const key = publicKey?.length === 32 || publicKey?.length === 33 ? hexOf(publicKey) : undefined
    return { namespace: 'bip122', address, type, ...(key && { publicKey: key }) }
  },
}

/** A Bitcoin account's purpose, from the wallet's mark or from its address. */
function purposeOf(account: WalletAccount): 'payment' | 'ordinals' | 'either' {
  const { purpose } = account as { purpose?: unknown }
  if (purpose === undefined) return /^[a-z]+1p/.test(account.address) ? 'either' : 'payment'
  return purpose === 'ordinals' || purpose === 'ordinal' ? 'ordinals' : 'payment'
}

function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const standardFamilies: readonly StandardFamily[] = [solana, bip122]

/** Whether the value is a list of accounts; checks the members that this code uses. */
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
