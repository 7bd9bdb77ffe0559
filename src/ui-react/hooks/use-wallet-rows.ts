import { useMemo } from 'react'
import type { CatalogueWallet } from '../../core/wallet/list/catalogue-wallet.ts'
import { supportsFamily } from '../../core/wallet/list/known-wallets.ts'
import { type WalletRow, walletRows } from '../../core/wallet/list/wallet-rows.ts'
import { useRuntime } from '../runtime.ts'
import { usePausable } from './use-pausable.ts'

/** Returns the rows of the connect view, as `walletRows` chooses and orders them. */
export function useWalletRows(): readonly WalletRow<CatalogueWallet>[] {
  const { latchkey } = useRuntime()
  const { connectors, typeOrder: order, filterByNamespace } = usePausable(latchkey.connector)
  const { customWallets, featuredWalletIds, excludeWalletIds, includeWalletIds } = usePausable(
    latchkey.options,
  )
  const activeNamespace = usePausable(latchkey.network, (state) => state.activeNamespace)
  const recent = usePausable(latchkey.pairing, (state) => state.recentWallets) as readonly CatalogueWallet[]
  const { featured, recommended } = usePausable(latchkey.catalogue)
  const { mobile } = latchkey.traits
  return useMemo(
    () =>
      walletRows<CatalogueWallet>({
        connectors,
        order,
        recent,
        custom: customWallets,
        featured: featured.filter((wallet) => supportsFamily(wallet, filterByNamespace)),
        recommended: recommended.filter((wallet) => supportsFamily(wallet, filterByNamespace)),
        featuredIds: featuredWalletIds,
        excludedIds: excludeWalletIds,
        includedIds: includeWalletIds,
        mobile,
        namespace: filterByNamespace ?? activeNamespace,
      }),
    [
      connectors,
      order,
      recent,
      customWallets,
      featured,
      recommended,
      featuredWalletIds,
      excludeWalletIds,
      includeWalletIds,
      mobile,
      filterByNamespace,
      activeNamespace,
    ],
  )
}
