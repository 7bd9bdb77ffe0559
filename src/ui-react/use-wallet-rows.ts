import { useMemo } from 'react'
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
  const { mobile } = latchkey.traits
  return useMemo(
    () =>
      walletRows<Listed>({
        connectors,
        order,
        recent,
        custom: customWallets,
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
      featuredWalletIds,
      excludeWalletIds,
      includeWalletIds,
      mobile,
      filterByNamespace,
      activeNamespace,
    ],
  )
}
