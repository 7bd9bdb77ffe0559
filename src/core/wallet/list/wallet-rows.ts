import type { ChainNamespace } from '../../chain/namespace.ts'
import { baseConnectorId } from './base-connector-id.ts'
import { sortWallets, supportsFamily, withoutKnown } from './known-wallets.ts'
import { hasMixedScripts, skeleton, skeletonsWithin } from './look-alike.ts'
import {
  browserWalletName,
  type ConnectorListType,
  type ConnectorView,
  type WalletIdentity,
} from './wallet-list.ts'

/** A wallet without a connector: a recently used wallet, a wallet of the host, or a wallet of the catalogue. */
export interface ListedWallet extends WalletIdentity {
  readonly name: string
  /** The wallet's networks, as CAIP-2 ids. Default: all networks. */
  readonly chains?: readonly string[] | undefined
}

/** Why visitors could confuse a wallet with another wallet: the names are similar, or several wallets claim the same rdns. */
export type LookAlikeReason = 'name' | 'rdns'

/** A row of the connect view. `why` names the list that the row comes from. */
export type WalletRow<W extends ListedWallet = ListedWallet> =
  | {
      readonly why: 'walletConnect' | 'injected' | 'external'
      readonly connector: ConnectorView
      /**
       * Set if visitors could confuse the wallet with another wallet. If it is set, the row shows where the wallet comes from.
       */
      readonly lookAlikeReason?: LookAlikeReason | undefined
      /**
       * The wallet's number among the wallets that claim the same id, in the order of discovery. The first wallet has the number
       * 1.
       */
      readonly claim?: number | undefined
    }
  | { readonly why: 'recent' | 'featured' | 'custom' | 'recommended'; readonly wallet: W }

export interface WalletRowsInput<W extends ListedWallet> {
  /** The connectors that the list shows (see `isShown`), merged by rdns. */
  readonly connectors: readonly ConnectorView[]
  /** The lists that have entries, in the order of `connectorTypeOrder`. */
  readonly order: readonly ConnectorListType[]
  readonly recent?: readonly W[] | undefined
  readonly custom?: readonly W[] | undefined
  /** Featured wallets from the catalogue, in the host's order. */
  readonly featured?: readonly W[] | undefined
  readonly recommended?: readonly W[] | undefined
  readonly featuredIds?: readonly string[] | undefined
  readonly excludedIds?: readonly string[] | undefined
  /** The ids of the wallets to list. Default: all wallets. The host's own wallets are listed even if they aren't in this list. */
  readonly includedIds?: readonly string[] | undefined
  readonly mobile: boolean
  readonly namespace: ChainNamespace
}

/** The maximum number of recommended wallets. Each wallet that the visitor already has reduces this number by one (S3.4.2). */
const maxRecommended = 2

/** Returns the rows of the connect view (S1.2, S1.9, S3.4.2). */
export function walletRows<W extends ListedWallet>(input: WalletRowsInput<W>): readonly WalletRow<W>[] {
  const { connectors, order, mobile, namespace, featuredIds = [], excludedIds = [], includedIds } = input
  const of = (...types: readonly ConnectorView['type'][]) =>
    types.flatMap((type) => connectors.filter((one) => one.type === type))
  const injected = wellKnownFirst(groupByName(of('MULTI_CHAIN', 'ANNOUNCED', 'INJECTED')))
  const allowed = ({ id }: W) => !excludedIds.includes(id)
  const custom = (input.custom ?? []).filter(allowed)
  const recent = (input.recent ?? []).filter(
    (wallet) =>
      allowed(wallet) &&
      (!includedIds || includedIds.includes(wallet.id) || custom.some(({ id }) => id === wallet.id)) &&
      !connectors.some(({ id, name }) => id === wallet.id || name === wallet.name) &&
      supportsFamily(wallet, namespace),
  )
  const unknown = (wallets: readonly W[] = []) =>
    sortWallets(withoutKnown(wallets, { connectors, recent, mobile }), connectors, featuredIds)
  const had = injected.filter(({ name }) => name !== browserWalletName).length + recent.length

  const lists: Record<ConnectorListType, () => readonly WalletRow<W>[]> = {
    // A phone can't scan a QR code on its own screen. So on phones, the visitor chooses a wallet from the "all wallets" list.
    walletConnect: () =>
      mobile ? [] : of('WALLET_CONNECT').map((connector) => ({ why: 'walletConnect', connector })),
    recent: () => recent.map((wallet) => ({ why: 'recent', wallet })),
    injected: () => injected.map((connector) => ({ why: 'injected', connector })),
    featured: () =>
      unknown([
        ...custom.filter(({ id }) => featuredIds.includes(id)),
        ...(input.featured ?? []).filter(({ id }) => !custom.some((own) => own.id === id)),
      ]).map((wallet) => ({
        why: 'featured',
        wallet,
      })),
    custom: () =>
      unknown(custom.filter(({ id }) => !featuredIds.includes(id))).map((wallet) => ({
        why: 'custom',
        wallet,
      })),
    // Leaves out Coinbase's connector, because the catalogue lists the same wallet.
    external: () =>
      of('EXTERNAL')
        .filter(({ id }) => id !== 'coinbaseWalletSDK')
        .map((connector) => ({ why: 'external', connector })),
    recommended: () =>
      unknown(input.recommended)
        .slice(0, Math.max(0, maxRecommended - had))
        .map((wallet) => ({ why: 'recommended', wallet })),
  }
  return markLookAlikes(order.flatMap((list) => lists[list]()))
}

/**
 * The number of rows that a visitor might read. In a longer list, known wallets come first, so that wallets with forged names
 * can't hide them.
 */
const reviewableRows = 100

function wellKnownFirst(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  if (connectors.length <= reviewableRows) return connectors
  const unknown = ({ explorerId, familiar }: ConnectorView) => (explorerId === undefined && !familiar ? 1 : 0)
  // List the first wallet of each claimed id before any second wallet. So a hundred wallets with the same claimed id can't hide
  // other wallets.
  return [...connectors].sort((a, b) => unknown(a) - unknown(b) || claimNumber(a.id) - claimNumber(b.id))
}

/** Returns 1 for the first wallet that claimed its id, and 2 for `id#2`. */
function claimNumber(id: string): number {
  return Number(id.slice(baseConnectorId(id).length + 1)) || 1
}

/** Marks the connectors that visitors could confuse with another row. Wallets of the host or the catalogue are trusted. */
function markLookAlikes<W extends ListedWallet>(rows: readonly WalletRow<W>[]): readonly WalletRow<W>[] {
  const confusable = confusableNames(
    rows.map((row) => ('connector' in row ? row.connector.name : row.wallet.name)),
  )
  const sources = counted(rows.flatMap((row) => ('connector' in row ? (row.connector.rdns ?? []) : [])))
  const claims = claimsOf(rows.flatMap((row) => ('connector' in row ? row.connector : [])))
  return rows.map((row) => {
    if (!('connector' in row) || row.why === 'walletConnect') return row
    const { name, rdns } = row.connector
    const alike = confusable.has(skeleton(name)) || hasMixedScripts(name)
    const lookAlikeReason = rdns && (sources.get(rdns) ?? 0) > 1 ? 'rdns' : alike ? 'name' : undefined
    return lookAlikeReason ? { ...row, lookAlikeReason, claim: claims.get(row.connector.id) } : row
  })
}

/** Numbers the connectors that claim the same id. */
function claimsOf(connectors: readonly ConnectorView[]) {
  const groups = new Map<string, string[]>()
  for (const { id } of connectors) {
    const claimed = baseConnectorId(id)
    groups.set(claimed, [...(groups.get(claimed) ?? []), id])
  }
  return new Map(
    [...groups.values()]
      .filter(({ length }) => length > 1)
      .flatMap((ids) =>
        ids.sort((a, b) => claimNumber(a) - claimNumber(b)).map((id, index) => [id, index + 1] as const),
      ),
  )
}

/** Names that consist only of general words. A longer name that contains such a name doesn't count as an imitation. */
const generic: readonly string[] = ['Wallet', browserWalletName].map(skeleton)

/**
 * Returns the visual skeletons (see `look-alike.ts`) of names that visitors could confuse with another name, or that are part of
 * another name.
 */
function confusableNames(names: readonly string[]): ReadonlySet<string> {
  const counts = counted(names.map(skeleton))
  const found = new Set([...counts].flatMap(([name, count]) => (count > 1 ? name : [])))
  for (const name of names)
    for (const part of skeletonsWithin(name))
      if (counts.has(part) && !generic.includes(part)) found.add(part).add(skeleton(name))
  return found
}

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

/**
 * Groups entries with the same name, but for different families, into one row. In this row, the visitor chooses the family, and
 * each member connects separately. Entries for the same family, or with different rdns, stay separate rows, because any wallet
 * can use any name.
 */
function groupByName(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  const groups: [ConnectorView, ...ConnectorView[]][] = []
  const named = new Map<string, (typeof groups)[number][]>()
  for (const view of connectors) {
    const name = view.name.trim().toLowerCase()
    const namesakes = named.get(name) ?? []
    const group = namesakes.find(
      (members) =>
        !members.some(
          ({ rdns, chains }) =>
            (rdns && view.rdns && rdns !== view.rdns) || chains.some((chain) => view.chains.includes(chain)),
        ),
    )
    if (group) group.push(view)
    else {
      const members: (typeof groups)[number] = [view]
      groups.push(members)
      named.set(name, [...namesakes, members])
    }
  }
  return groups.map(([first, ...rest]) => {
    if (rest.length === 0) return first
    const members = [first, ...rest].flatMap((view) => view.members ?? [view])
    return { ...first, type: 'MULTI_CHAIN', chains: members.flatMap(({ chains }) => chains), members }
  })
}

/** Returns the number of available wallets as the row shows it: `7`, `40`, `120+` (S3.4.2). */
export function walletCount(count: number): string {
  if (count < 10) return String(count)
  const tens = Math.floor(count / 10) * 10
  return tens < count ? `${tens}+` : String(tens)
}
