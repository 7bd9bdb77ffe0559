import { useMemo } from 'react'
import type { CatalogueWallet } from '../core/wallet/catalogue-wallet.ts'
import { servesFamily } from '../core/wallet/known-wallets.ts'
import { type WalletRow, walletRows } from '../core/wallet/wallet-rows.ts'
import { useRuntime } from './runtime.ts'
import { useHeld } from './use-held.ts'

/** The rows of the connect view, by the core's rules. */
export function useWalletRows(): readonly WalletRow<CatalogueWallet>[] {
  const { latchkey } = useRuntime()
  const { connectors, typeOrder: order, filterByNamespace } = useHeld(latchkey.connector)
  const { customWallets, featuredWalletIds, excludeWalletIds, includeWalletIds } = useHeld(latchkey.options)
  const activeNamespace = useHeld(latchkey.network, (state) => state.activeNamespace)
  const recent = useHeld(latchkey.pairing, (state) => state.recentWallets) as readonly CatalogueWallet[]
  const { featured, recommended } = useHeld(latchkey.catalogue)
  const { mobile } = latchkey.traits
  return useMemo(
    () =>
      walletRows<CatalogueWallet>({
        connectors,
        order,
        recent,
        custom: customWallets,
        featured: featured.filter((wallet) => servesFamily(wallet, filterByNamespace)),
        recommended: recommended.filter((wallet) => servesFamily(wallet, filterByNamespace)),
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
