import type { ChainNamespace } from '../../chain/namespace.ts'
import { baseConnectorId } from './base-connector-id.ts'
import type { ConnectorView, WalletIdentity } from './wallet-list.ts'

/** Whether a connector is this wallet, for one family or several. */
function isInstalled(wallet: WalletIdentity, connectors: readonly ConnectorView[]): boolean {
  const { id, rdns } = wallet
  return connectors.some((one) => {
    if (one.members?.some((member) => isInstalled(wallet, [member]))) return true
    const announced = one.type === 'ANNOUNCED' || one.type === 'MULTI_CHAIN'
    return (
      (announced && (one.id === id || (rdns && one.rdns === rdns))) ||
      ((announced || one.type === 'INJECTED') && (one.explorerId === id || isNamed(one, wallet.name)))
    )
  })
}

/**
 * Whether a connector is the wallet of this name. Only without an rdns: interfaces other than EIP-6963 have names alone. The first
 * wallet that claims a name gets it; a later one keeps a row and a warning of its own.
 */
function isNamed({ id, rdns, name, chains }: ConnectorView, wallet: string | undefined): boolean {
  if (wallet === undefined || rdns || chains.includes('eip155') || baseConnectorId(id) !== id) return false
  return plainName(name) === plainName(wallet)
}

/** `Nova Wallet` and `nova-wallet` are `nova`. */
function plainName(name: string): string {
  return name
    .toLowerCase()
    .replace(/[\s-]wallet$/, '')
    .replace(/[^\p{L}\p{N}]/gu, '')
}

/** The connector of the installed wallet. */
export function installedAs(
  wallet: WalletIdentity,
  connectors: readonly ConnectorView[],
): ConnectorView | undefined {
  return connectors.find((connector) => isInstalled(wallet, [connector]))
}

/** Whether a wallet supports the family. True if it lists no networks, or no family is given. */
export function supportsFamily(
  { chains }: { readonly chains?: readonly string[] | undefined },
  namespace: ChainNamespace | undefined,
): boolean {
  return !namespace || !chains || chains.some((chain) => chain.startsWith(`${namespace}:`))
}

/** Removes wallets that are announced, installed or recent from the recommended and featured lists (S3.4.2). */
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
    (wallet) => !rdns.has(wallet.rdns) && !ids.has(wallet.id) && !isInstalled(wallet, known.connectors),
  )
}

/** Installed wallets first, then the featured ones in their order, then the others in theirs. */
export function sortWallets<W extends WalletIdentity>(
  wallets: readonly W[],
  connectors: readonly ConnectorView[],
  featuredIds: readonly string[] = [],
): readonly W[] {
  const rank = (wallet: W) => {
    const featured = featuredIds.indexOf(wallet.id)
    const order = featured < 0 ? featuredIds.length : featured
    return isInstalled(wallet, connectors) ? order - featuredIds.length - 1 : order
  }
  return [...wallets].sort((a, b) => rank(a) - rank(b))
}
