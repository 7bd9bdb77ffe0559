import type { ChainNamespace } from '../../chain/namespace.ts'
import { sortWallets, supportsFamily, withoutKnown } from './known-wallets.ts'
import { hasMixedScripts, skeleton } from './look-alike.ts'
import {
  browserWalletName,
  type ConnectorListType,
  type ConnectorView,
  type WalletIdentity,
} from './wallet-list.ts'

/** A wallet without a connector: recent, custom, or from the catalogue. */
export interface ListedWallet extends WalletIdentity {
  readonly name: string
  /** CAIP-2 ids. Default: all networks. */
  readonly chains?: readonly string[] | undefined
}

/** Why a wallet could be mistaken for another: a similar name, or an rdns that several wallets claim. */
export type LookAlikeReason = 'name' | 'rdns'

/** A row of the connect view. `why` is the list that it comes from. */
export type WalletRow<W extends ListedWallet = ListedWallet> =
  | {
      readonly why: 'walletConnect' | 'injected' | 'external'
      readonly connector: ConnectorView
      /** Set if it could be mistaken for another wallet; the row then shows its source. */
      readonly lookAlikeReason?: LookAlikeReason | undefined
    }
  | { readonly why: 'recent' | 'featured' | 'custom' | 'recommended'; readonly wallet: W }

export interface WalletRowsInput<W extends ListedWallet> {
  /** The visible connectors (see `isShown`), merged by rdns. */
  readonly connectors: readonly ConnectorView[]
  /** The lists that have entries, in order: see `connectorTypeOrder`. */
  readonly order: readonly ConnectorListType[]
  readonly recent?: readonly W[] | undefined
  readonly custom?: readonly W[] | undefined
  /** From the catalogue, in the host's order. */
  readonly featured?: readonly W[] | undefined
  readonly recommended?: readonly W[] | undefined
  readonly featuredIds?: readonly string[] | undefined
  readonly excludedIds?: readonly string[] | undefined
  /** Default: all. Doesn't apply to the host's own wallets. */
  readonly includedIds?: readonly string[] | undefined
  readonly mobile: boolean
  readonly namespace: ChainNamespace
}

/** The maximum number of recommended wallets, minus the wallets that the visitor already has (S3.4.2). */
const maxRecommended = 2

/** The rows of the connect view (S1.2, S1.9, S3.4.2). */
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
    // A phone can't scan the QR code on its own screen; the "all wallets" list is the way there.
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
    // The catalogue's wallet of the same name covers it.
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

/** How many rows a visitor might read. In a longer list known wallets come first, so that a flood of forged names can't bury them. */
const reviewableRows = 100

function wellKnownFirst(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  if (connectors.length <= reviewableRows) return connectors
  const known = ({ explorerId }: ConnectorView) => explorerId !== undefined
  return [...connectors.filter(known), ...connectors.filter((one) => !known(one))]
}

/** Marks connectors that could be mistaken for another row. Wallets from the host or the catalogue are trusted. */
function markLookAlikes<W extends ListedWallet>(rows: readonly WalletRow<W>[]): readonly WalletRow<W>[] {
  const names = counted(
    rows.map((row) => skeleton('connector' in row ? row.connector.name : row.wallet.name)),
  )
  const sources = counted(rows.flatMap((row) => ('connector' in row ? (row.connector.rdns ?? []) : [])))
  return rows.map((row) => {
    if (!('connector' in row) || row.why === 'walletConnect') return row
    const { name, rdns } = row.connector
    const alike = (names.get(skeleton(name)) ?? 0) > 1 || hasMixedScripts(name)
    const lookAlikeReason = rdns && (sources.get(rdns) ?? 0) > 1 ? 'rdns' : alike ? 'name' : undefined
    return lookAlikeReason ? { ...row, lookAlikeReason } : row
  })
}

function counted(texts: readonly string[]): ReadonlyMap<string, number> {
  const counts = new Map<string, number>()
  for (const text of texts) counts.set(text, (counts.get(text) ?? 0) + 1)
  return counts
}

function sameName(a: ConnectorView, b: ConnectorView): boolean {
  return a.name.trim().toLowerCase() === b.name.trim().toLowerCase()
}

/**
 * Groups a wallet that appears for several families in several ways, only one of which has its rdns, into one row; the visitor
 * then chooses the family, and each member connects on its own. Two of the same family, or with different rdns, stay apart,
 * because any wallet can use any name.
 */
function groupByName(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  const groups: [ConnectorView, ...ConnectorView[]][] = []
  for (const view of connectors) {
    const group = groups.find(
      (members) =>
        sameName(members[0], view) &&
        !members.some(
          ({ rdns, chains }) =>
            (rdns && view.rdns && rdns !== view.rdns) || chains.some((chain) => view.chains.includes(chain)),
        ),
    )
    if (group) group.push(view)
    else groups.push([view])
  }
  return groups.map(([first, ...rest]) => {
    if (rest.length === 0) return first
    const members = [first, ...rest].flatMap((view) => view.members ?? [view])
    return { ...first, type: 'MULTI_CHAIN', chains: members.flatMap(({ chains }) => chains), members }
  })
}

/** The number of available wallets as the row shows it: `7`, `40`, `120+` (S3.4.2). */
export function walletCount(count: number): string {
  if (count < 10) return String(count)
  const tens = Math.floor(count / 10) * 10
  return tens < count ? `${tens}+` : String(tens)
}
