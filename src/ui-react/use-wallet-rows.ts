import { useMemo } from 'react'
import { servesFamily } from '../core/wallet/known-wallets.ts'
import { type WalletRow, walletRows } from '../core/wallet/wallet-rows.ts'
import type { Listed } from './listed.ts'
import { useRuntime } from './runtime.ts'
import { useHeld } from './use-held.ts'

/** What the connect view lists, by the rules of the core. */
export function useWalletRows(): readonly WalletRow<Listed>[] {
  const { latchkey } = useRuntime()
  const { connectors, typeOrder: order, filterByNamespace } = useHeld(latchkey.connector)
  const { customWallets, featuredWalletIds, excludeWalletIds, includeWalletIds } = useHeld(latchkey.options)
  const activeNamespace = useHeld(latchkey.network, (state) => state.activeNamespace)
  const recent = useHeld(latchkey.pairing, (state) => state.recentWallets) as readonly Listed[]
  const { featured, recommended } = useHeld(latchkey.catalogue)
  const { mobile } = latchkey.traits
  return useMemo(
    () =>
      walletRows<Listed>({
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
