import type { ChainNamespace } from '../../chain/namespace.ts'
import { baseConnectorId } from './base-connector-id.ts'
import type { ConnectorView, WalletIdentity } from './wallet-list.ts'

/** The catalogue's names for wallets that use another name for themselves. The keys are the ids that these wallets claim. */
const catalogueNames: Readonly<Record<string, string>> = { 'XverseProviders.BitcoinProvider': 'Xverse' }

/**
 * Returns whether the connector and the wallet have the same unique id. If the connector has several members (one per family),
 * one member with this id is enough.
 */
function isIdentified(one: ConnectorView, wallet: WalletIdentity): boolean {
  const { id, rdns } = wallet
  const announced = one.type === 'ANNOUNCED' || one.type === 'MULTI_CHAIN'
  if (one.explorerId === id) return announced || one.type === 'INJECTED'
  if (announced && one.rdns && (one.rdns === rdns || one.id === id)) return true
  return one.members?.some((member) => isIdentified(member, wallet)) ?? false
}

/**
 * Returns whether a connector without an rdns claims to be this wallet. On eip155, wallets announce an rdns (EIP-6963), so
 * connectors for eip155 don't count. In other families, an announced connector may claim the wallet's id. A familiar
 * connector (see `Connector.familiar`) may claim the wallet's exact name.
 */
function isClaimed(one: ConnectorView, { id, name }: WalletIdentity): boolean {
  const { rdns, chains, familiar, type } = one
  if (rdns || chains.includes('eip155') || (type !== 'ANNOUNCED' && type !== 'INJECTED')) return false
  const claimed = baseConnectorId(one.id)
  if (type === 'ANNOUNCED' && claimed === id) return true
  if (!familiar || name === undefined) return false
  return one.name === name || (Object.hasOwn(catalogueNames, claimed) && catalogueNames[claimed] === name)
}

/**
 * Returns the connector of the installed wallet. If several connectors only claim to be this wallet (see `isClaimed`), one of
 * them may be an impostor. In this case, returns undefined, so that the catalogue's wallet keeps its own row.
 */
export function installedAs(
  wallet: WalletIdentity,
  connectors: readonly ConnectorView[],
): ConnectorView | undefined {
  const identified = connectors.find((one) => isIdentified(one, wallet))
  if (identified) return identified
  const [claimant, another] = connectors.filter((one) => isClaimed(one, wallet))
  return another ? undefined : claimant
}

/** Returns whether a wallet supports the family. Returns true if the wallet lists no networks, or if no family is given. */
export function supportsFamily(
  { chains }: { readonly chains?: readonly string[] | undefined },
  namespace: ChainNamespace | undefined,
): boolean {
  return !namespace || !chains || chains.some((chain) => chain.startsWith(`${namespace}:`))
}

/** Removes wallets from a list of catalogue or custom wallets if they are announced, installed or recently used (S3.4.2). */
export function withoutKnown<W extends WalletIdentity>(
  wallets: readonly W[],
  known: {
    readonly connectors: readonly ConnectorView[]
    readonly recent: readonly WalletIdentity[]
    readonly mobile: boolean
  },
): readonly W[] {
  const rdns = new Set<unknown>([...known.connectors, ...known.recent].map((one) => one.rdns ?? undefined))
  rdns.delete(undefined)
  if (known.mobile && rdns.has('io.metamask.mobile')) rdns.add('io.metamask')
  const ids = new Set<unknown>(known.recent.map(({ id }) => id))
  return wallets.filter(
    (wallet) => !rdns.has(wallet.rdns) && !ids.has(wallet.id) && !installedAs(wallet, known.connectors),
  )
}

/**
 * Sorts wallets: first installed wallets, then featured wallets in the host's order, then the other wallets in their original
 * order.
 */
export function sortWallets<W extends WalletIdentity>(
  wallets: readonly W[],
  connectors: readonly ConnectorView[],
  featuredIds: readonly string[] = [],
): readonly W[] {
  const rank = (wallet: W) => {
    const featured = featuredIds.indexOf(wallet.id)
    const order = featured < 0 ? featuredIds.length : featured
    return installedAs(wallet, connectors) ? order - featuredIds.length - 1 : order
  }
  return [...wallets].sort((a, b) => rank(a) - rank(b))
}
