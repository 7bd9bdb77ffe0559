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
  readTextOf,
} from '../core/json/readers.ts'
import { recentWallets as maxRecentWallets } from '../core/limits.ts'
import type { AccountType } from '../core/wallet/family.ts'

export interface RecentWallet {
  readonly id: string
  readonly name?: string | undefined
  readonly rdns?: string | null | undefined
  /** Other fields that the catalogue has for a wallet. */
  readonly [field: string]: unknown
}

const account = readObject(
  { address: readText, type: readOneOf<AccountType>('eoa', 'smartAccount', 'payment', 'ordinal', 'stx') },
  { publicKey: readText },
)
/** A family's stored connection, with all data that are needed to restore the connection. */
const connectionOf = (namespace: ChainNamespace) => {
  const read = readObject(
    {
      connectorId: readText,
      accounts: readList(account, readLimits.accounts, ({ address, type }) => `${type}:${address}`),
      networkId: readIf(isCaipNetworkId),
      /** Distinguishes this connection from a later connection of the same connector: see `StoredConnections`. */
      made: readText,
    },
    /**
     * The wallet's name, and how the wallet was found. Together with the id, these values identify the wallet, because another
     * wallet can announce the same id.
     */
    {
      name: readText,
      source: readText,
      rdns: readText,
      /* The visitor chose the account on the page, not in the wallet. */ chosen: readText,
    },
  )
  return (value: unknown) => {
    const connection = read(value)
    const usable = connection?.accounts.length && connection.networkId.startsWith(`${namespace}:`)
    return usable ? connection : undefined
  }
}
const recentWallet: Read<RecentWallet> = (value) =>
  isObject(value) && readText(value.id) ? (value as RecentWallet) : undefined

/**
 * The readers of all values that are stored between visits (S1.3). The readers of caches are in the files that fill the caches.
 */
export const readers = {
  deeplinkChoice: readObject({ href: readText, name: readText }),
  activeNamespace: readIf(isChainNamespace),
  activeNetworkId: readIf(isCaipNetworkId),
  /** The recently used wallets, the newest first. */
  recentWallets: readList(recentWallet, maxRecentWallets, ({ id }) => id),
  telegramSocialProvider: readText,
  preferredAccountTypes: readObject(
    {},
    Object.fromEntries(chainNamespaces.map((one) => [one, readText])) as Record<ChainNamespace, Read<string>>,
  ),
  // Each family has its own value. So two tabs that connect different families don't overwrite each other's connection.
  ...(Object.fromEntries(chainNamespaces.map((one) => [`connection.${one}`, connectionOf(one)])) as {
    readonly [N in ChainNamespace as `connection.${N}`]: ReturnType<typeof connectionOf>
  }),
  /** The connectors that the visitor disconnected, the newest first. Their connections aren't restored. */
  disconnectedByUser: readList(readText, readLimits.entries),
  /**
   * The smart sessions that were granted in this browser, each as JSON, the newest first. The code that uses the sessions
   * parses the JSON. The limit fits the largest session that `permission-shapes.ts` accepts: 20 permissions with 50 functions
   * each, both as requested and as granted.
   */
  smartSessions: readList(readTextOf(500_000), readLimits.entries),
  /**
   * The transactions that were sent from this browser and aren't final yet, each as JSON, the newest first. The code that uses
   * the transactions parses the JSON and limits their number to 99. The higher limit here only guards against broken values.
   */
  sent: readList(readText, readLimits.accounts),
  /** The swaps between networks in the last 24 hours, each as JSON. The activity parses the JSON. */
  bridged: readList(readText, readLimits.accounts),
} as const

export type PersistedKey = keyof typeof readers
export type Persisted = { [K in PersistedKey]: NonNullable<ReturnType<(typeof readers)[K]>> }
