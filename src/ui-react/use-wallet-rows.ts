import { useMemo } from 'react'
import { type WalletRow, walletRows } from '../core/wallet/wallet-rows.ts'
import { type Listed, useCatalogue, usePairingState } from './catalogue.ts'
import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'
import { usePhone } from './use-phone.ts'

/** What the connect view lists, by the rules of the core. */
export function useWalletRows(): readonly WalletRow<Listed>[] {
  const { latchkey } = useRuntime()
  const connectors = useController(latchkey.connector, (state) => state.connectors)
  const typeOrder = useController(latchkey.connector, (state) => state.typeOrder)
  const filterByNamespace = useController(latchkey.connector, (state) => state.filterByNamespace)
  const { customWallets, featuredWalletIds } = useController(latchkey.options)
  const activeNamespace = useController(latchkey.network, (state) => state.activeNamespace)
  const { featured, recommended } = useCatalogue()
  const { recentWallets } = usePairingState()
  const mobile = usePhone()
  return useMemo(
    () =>
      walletRows<Listed>({
        connectors,
        order: typeOrder,
        recent: recentWallets,
        featured,
        recommended,
        custom: customWallets,
        featuredIds: featuredWalletIds,
        mobile,
        namespace: filterByNamespace ?? activeNamespace,
      }),
    [
      connectors,
      typeOrder,
      recentWallets,
      featured,
      recommended,
      customWallets,
      featuredWalletIds,
      mobile,
      filterByNamespace,
      activeNamespace,
    ],
  )
}
