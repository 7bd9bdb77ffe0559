import { isCaipNetworkId } from '../core/chain/caip.ts'
import { type ChainNamespace, chainNamespaces, isChainNamespace } from '../core/chain/namespace.ts'
import { isObject } from '../core/json/is-object.ts'
import {
  type Read,
  readIf,
  readLimits,
  readList,
  readObject,
  readOneOf,
  readText,
} from '../core/json/readers.ts'
import { recentWallets as maxRecentWallets } from '../core/limits.ts'
import type { AccountType } from '../core/wallet/family.ts'

export interface RecentWallet {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
  /** Other fields of the catalogue. */
  readonly [field: string]: unknown
}

const account = readObject(
  { address: readText, type: readOneOf<AccountType>('eoa', 'smartAccount', 'payment', 'ordinal', 'stx') },
  { publicKey: readText },
)
/** A family's stored connection: everything needed to restore it. */
const connectionOf = (namespace: ChainNamespace) => {
  const read = readObject(
    {
      connectorId: readText,
      accounts: readList(account, readLimits.accounts, ({ address, type }) => `${type}:${address}`),
      networkId: readIf(isCaipNetworkId),
      /** Distinguishes this connection from a later one of the same connector: see `StoredConnections`. */
      made: readText,
    },
    /** The wallet's name, and how the wallet was found. The id isn't enough, because other wallets can announce it. */
    {
      name: readText,
      source: readText,
      rdns: readText,
      /* chosen here, not in the wallet */ chosen: readText,
    },
  )
  return (value: unknown) => {
    const connection = read(value)
    const usable = connection?.accounts.length && connection.networkId.startsWith(`${namespace}:`)
    return usable ? connection : undefined
  }
}
const recentWallet: Read<RecentWallet> = (value) =>
  isObject(value) && readText(value.id) !== undefined ? { ...value, id: value.id as string } : undefined

/** Everything stored between visits (S1.3), except for caches, whose readers are next to the code that fills them. */
export const readers = {
  deeplinkChoice: readObject({ href: readText, name: readText }),
  activeNamespace: readIf(isChainNamespace),
  activeNetworkId: readIf(isCaipNetworkId),
  /** Newest first. */
  recentWallets: readList(recentWallet, maxRecentWallets, ({ id }) => id),
  telegramSocialProvider: readText,
  preferredAccountTypes: readObject(
    {},
    Object.fromEntries(chainNamespaces.map((one) => [one, readText])) as Record<ChainNamespace, Read<string>>,
  ),
  // One value per family, so that two tabs that connect different families don't overwrite each other.
  ...(Object.fromEntries(chainNamespaces.map((one) => [`connection.${one}`, connectionOf(one)])) as {
    readonly [N in ChainNamespace as `connection.${N}`]: ReturnType<typeof connectionOf>
  }),
  /** Connectors that the visitor disconnected, newest first. They aren't restored. */
  disconnectedByUser: readList(readText, readLimits.entries),
  /** Smart sessions granted here, each as JSON, newest first; parsed where they're used. */
  smartSessions: readList(readText, readLimits.entries),
  /**
   * Transactions sent here whose outcome isn't final, each as JSON, newest first; parsed and limited to 99 where they're used.
   * This limit only guards against broken values.
   */
  sent: readList(readText, readLimits.accounts),
} as const

export type PersistedKey = keyof typeof readers
export type Persisted = { [K in PersistedKey]: NonNullable<ReturnType<(typeof readers)[K]>> }
