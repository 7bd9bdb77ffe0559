import { useEffect, useMemo } from 'react'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

export interface Holdings {
  /** The native coin comes first. */
  readonly balances: readonly TokenBalance[]
  /** Whether `balances` were read for this account; otherwise only the native coin is known. */
  readonly known: boolean
  readonly stale: boolean
  readonly loading: boolean
}

/** The tokens of the active account, refreshed while mounted. Until they are read, only the native coin. */
export function useHoldings(): Holdings {
  const { latchkey } = useRuntime()
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const { balance, caipAddress } = useController(latchkey.account)[activeNamespace]
  const { account, balances, loading, stale, source } = useController(latchkey.portfolio)
  useEffect(() => latchkey.portfolio.follow(), [latchkey])
  const network = activeNetworks[activeNamespace]
  const known = account !== undefined && account === caipAddress && source !== undefined
  return useMemo(() => {
    const coin: readonly TokenBalance[] =
      network && balance
        ? [{ name: network.nativeCurrency.name, network: network.caipNetworkId, amount: balance }]
        : []
    return { balances: known ? balances : coin, known, stale: known && stale, loading }
  }, [network, balance, known, balances, stale, loading])
}
