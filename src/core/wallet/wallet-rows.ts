import type { ChainNamespace } from '../chain/namespace.ts'
import { servesFamily, sortWallets, withoutKnown } from './known-wallets.ts'
import { borrowsLetters, skeleton } from './look-alike.ts'
import {
  browserWalletName,
  type ConnectorListType,
  type ConnectorView,
  type WalletIdentity,
} from './wallet-list.ts'

/** A wallet that no connector of the page stands for: recent, custom, or from the catalogue. */
export interface ListedWallet extends WalletIdentity {
  readonly name: string
  /** CAIP-2 ids; absent: any. */
  readonly chains?: readonly string[] | undefined
}

/** By what a wallet could be taken for another: a name that looks the same, or an rdns that several claim. */
export type Twin = 'name' | 'rdns'

/** One line of the connect view. `why` is the list that it came from. */
export type WalletRow<W extends ListedWallet = ListedWallet> =
  | {
      readonly why: 'walletConnect' | 'injected' | 'external'
      readonly connector: ConnectorView
      /** It could be taken for another wallet, so it says where it comes from. */
      readonly twin?: Twin | undefined
    }
  | { readonly why: 'recent' | 'featured' | 'custom' | 'recommended'; readonly wallet: W }

export interface WalletRowsInput<W extends ListedWallet> {
  /** What may be shown: see `isShown`; merged by rdns. */
  readonly connectors: readonly ConnectorView[]
  /** The lists that have something to show, in their order: see `connectorTypeOrder`. */
  readonly order: readonly ConnectorListType[]
  readonly recent?: readonly W[] | undefined
  readonly custom?: readonly W[] | undefined
  /** Of the catalogue, in the host's order. */
  readonly featured?: readonly W[] | undefined
  readonly recommended?: readonly W[] | undefined
  readonly featuredIds?: readonly string[] | undefined
  readonly excludedIds?: readonly string[] | undefined
  /** Absent: no restriction. What the host lists itself is not restricted. */
  readonly includedIds?: readonly string[] | undefined
  readonly mobile: boolean
  readonly namespace: ChainNamespace
}

/** At most so many recommended wallets, less one for each that the visitor has already. Facts 4.2. */
const mostRecommended = 2

/** The lines of the connect view. Specification 1, sections 2 "Wallet list" and 9; facts 4.2. */
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
      servesFamily(wallet, namespace),
  )
  const unknown = (wallets: readonly W[] = []) =>
    sortWallets(withoutKnown(wallets, { connectors, recent, mobile }), connectors, featuredIds)
  const had = injected.filter(({ name }) => name !== browserWalletName).length + recent.length

  const lists: Record<ConnectorListType, () => readonly WalletRow<W>[]> = {
    // On a phone another app cannot scan the screen that shows it: all wallets are the way there.
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
    // The catalogue's wallet of that name leads there.
    external: () =>
      of('EXTERNAL')
        .filter(({ id }) => id !== 'coinbaseWalletSDK')
        .map((connector) => ({ why: 'external', connector })),
    recommended: () =>
      unknown(input.recommended)
        .slice(0, Math.max(0, mostRecommended - had))
        .map((wallet) => ({ why: 'recommended', wallet })),
  }
  return withTwins(order.flatMap((list) => lists[list]()))
}

/** So many lines are read. What is well known comes first where there are more: a flood of names must not wash it away. */
const mostRead = 100

function wellKnownFirst(connectors: readonly ConnectorView[]): readonly ConnectorView[] {
  if (connectors.length <= mostRead) return connectors
  const known = ({ explorerId }: ConnectorView) => explorerId !== undefined
  return [...connectors.filter(known), ...connectors.filter((one) => !known(one))]
}

/** Marks what could be taken for another line. A wallet that the host or the catalogue lists is known for what it is. */
function withTwins<W extends ListedWallet>(rows: readonly WalletRow<W>[]): readonly WalletRow<W>[] {
  const names = counted(
    rows.map((row) => skeleton('connector' in row ? row.connector.name : row.wallet.name)),
  )
  const sources = counted(rows.flatMap((row) => ('connector' in row ? (row.connector.rdns ?? []) : [])))
  return rows.map((row) => {
    if (!('connector' in row) || row.why === 'walletConnect') return row
    const { name, rdns } = row.connector
    const alike = (names.get(skeleton(name)) ?? 0) > 1 || borrowsLetters(name)
    const twin = rdns && (sources.get(rdns) ?? 0) > 1 ? 'rdns' : alike ? 'name' : undefined
    return twin ? { ...row, twin } : row
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
 * A wallet that shows itself on several families in several ways, of which only one names its rdns, is one line; the
 * visitor chooses the family, and each member is connected as itself. Two of a family, or of two rdns, stay apart: a name
 * is anybody's to take. Architecture, section 5.
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

/** How many wallets there are to choose from, as the row says it: `7`, `40`, `120+`. Facts 4.2. */
export function walletCount(count: number): string {
  if (count < 10) return String(count)
  const tens = Math.floor(count / 10) * 10
  return tens < count ? `${tens}+` : String(tens)
}
