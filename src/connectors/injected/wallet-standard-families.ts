import type { Wallet, WalletAccount } from '@wallet-standard/base'
import { bitcoinNetworkNamed } from '../../core/chain/bip122.ts'
import type { CaipNetworkId } from '../../core/chain/caip.ts'
import type { ChainNamespace } from '../../core/chain/namespace.ts'
import { standardChain } from '../../core/chain/solana.ts'
import type { AccountRecord } from '../../core/wallet/connection.ts'

/** How the wallets of one family use wallet-standard. */
export interface StandardFamily {
  readonly namespace: ChainNamespace
  /** The feature that asks for accounts, and its input beside `silent`. */
  readonly connect: { readonly feature: string; readonly input?: object }
  /** Whether the wallet supports a network. */
  covers(wallet: Wallet, network: CaipNetworkId): boolean
  /** Undefined for an account of another family. */
  account(account: WalletAccount): AccountRecord | undefined
}

const solana: StandardFamily = {
  namespace: 'solana',
  connect: { feature: 'standard:connect' },
  covers: ({ chains }, network) => standardChain(network, chains) !== undefined,
  account: ({ address, chains }) =>
    chains.some((chain) => chain.startsWith('solana:'))
      ? { namespace: 'solana', address, type: 'eoa' }
      : undefined,
}

/** Bitcoin has its own connect feature, and its accounts say whether they are for ordinals. Facts 5.6. */
const bip122: StandardFamily = {
  namespace: 'bip122',
  connect: { feature: 'bitcoin:connect', input: { purposes: ['payment', 'ordinals'] } },
  covers: ({ chains }, network) => chains.some((chain) => bitcoinNetworkNamed(chain) === network),
  account(account) {
    const { address, chains, publicKey } = account
    if (!chains.some((chain) => bitcoinNetworkNamed(chain))) return undefined
    const { purpose } = account as { purpose?: unknown }
    const taproot = /^[a-z]+1p/.test(address)
    const type = (purpose === undefined ? taproot : purpose === 'ordinals') ? 'ordinal' : 'payment'
    const key = publicKey?.length === 32 || publicKey?.length === 33 ? hexOf(publicKey) : undefined
    return { namespace: 'bip122', address, type, ...(key && { publicKey: key }) }
  },
}

function hexOf(bytes: Iterable<number>): string {
  return Array.from(bytes, (byte) => byte.toString(16).padStart(2, '0')).join('')
}

export const standardFamilies: readonly StandardFamily[] = [solana, bip122]

/** True for a list of accounts, as far as their members are used here. */
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
