import { isCaipNetworkId } from '../core/chain/caip.ts'
import { type ChainNamespace, isChainNamespace } from '../core/chain/namespace.ts'
import { isObject } from '../core/check.ts'
import { recentWallets as maxRecentWallets } from '../core/limits.ts'
import { list, most, object, oneOf, type Read, record, text, when } from '../core/usable.ts'
import type { AccountType } from '../core/wallet/family.ts'

export interface RecentWallet {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
  /** Whatever else the catalogue says of it. */
  readonly [field: string]: unknown
}

const account = object(
  { address: text, type: oneOf<AccountType>('eoa', 'smartAccount', 'payment', 'ordinal', 'stx') },
  { publicKey: text },
)
/** How a family is connected: all that a later visit needs to take the connection up again. */
const connectionOf = (namespace: ChainNamespace) => {
  const read = object({
    connectorId: text,
    accounts: list(account, most.accounts, ({ address, type }) => `${type}:${address}`),
    networkId: when(isCaipNetworkId),
    /** Tells this connection from a later one through the same connector: see `StoredConnections`. */
    made: text,
  })
  return (value: unknown) => {
    const connection = read(value)
    const usable = connection?.accounts.length && connection.networkId.startsWith(`${namespace}:`)
    return usable ? connection : undefined
  }
}
const recentWallet: Read<RecentWallet> = (value) =>
  isObject(value) && text(value.id) !== undefined ? { ...value, id: value.id as string } : undefined

/**
 * Everything that is kept between visits, but for caches, whose readers stand with what fills them. Specification 1,
 * section 3, "Persistent browser storage".
 */
export const readers = {
  deeplinkChoice: object({ href: text, name: text }),
  activeNamespace: when(isChainNamespace),
  activeNetworkId: when(isCaipNetworkId),
  /** Newest first. */
  recentWallets: list(recentWallet, maxRecentWallets, ({ id }) => id),
  telegramSocialProvider: text,
  preferredAccountTypes: record<ChainNamespace, string>(isChainNamespace, text),
  // One value for each family, so that two tabs that connect different families never write over each other.
  'connection.eip155': connectionOf('eip155'),
  'connection.solana': connectionOf('solana'),
  'connection.polkadot': connectionOf('polkadot'),
  'connection.bip122': connectionOf('bip122'),
  'connection.cosmos': connectionOf('cosmos'),
  /** Connectors that the visitor disconnected, and that are therefore not restored. */
  disconnectedByUser: list(text, most.entries),
} as const

export type PersistedKey = keyof typeof readers
export type Persisted = { [K in PersistedKey]: NonNullable<ReturnType<(typeof readers)[K]>> }
