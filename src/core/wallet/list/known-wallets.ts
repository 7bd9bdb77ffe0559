import type { ChainNamespace } from '../../chain/namespace.ts'
import type { ConnectorView, WalletIdentity } from './wallet-list.ts'

/** Whether a connector is this wallet, for one family or several. */
function isInstalled(
  { id, rdns }: Pick<WalletIdentity, 'id' | 'rdns'>,
  connectors: readonly ConnectorView[],
): boolean {
  return connectors.some((one) => {
    if (one.members?.some((member) => isInstalled({ id, rdns }, [member]))) return true
    const announced = one.type === 'ANNOUNCED' || one.type === 'MULTI_CHAIN'
    return (
      (announced && (one.id === id || (rdns && one.rdns === rdns))) ||
      ((announced || one.type === 'INJECTED') && one.explorerId === id)
    )
  })
}

/** The connector of the installed wallet. */
export function installedAs(
  wallet: Pick<WalletIdentity, 'id' | 'rdns'>,
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
