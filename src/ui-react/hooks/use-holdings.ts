import { useMemo } from 'react'
import type { TokenBalance } from '../../core/wallet/token-balance.ts'
import { useRuntime } from '../runtime.ts'
import { useAfterPaint } from '../use-after-paint.ts'
import { useController } from './use-controller.ts'

export interface Holdings {
  /** The token balances. The native coin comes first. */
  readonly balances: readonly TokenBalance[]
  /** Whether `balances` were read for this account. If not, only the native coin's balance is known. */
  readonly known: boolean
  readonly stale: boolean
  readonly loading: boolean
}

/**
 * Returns the token balances of the active account, and keeps them up to date while mounted. Until they are read, returns only
 * the native coin's balance.
 */
export function useHoldings(): Holdings {
  const { latchkey } = useRuntime()
  const { activeNamespace, activeNetworks } = useController(latchkey.network)
  const { balance, caipAddress } = useController(latchkey.account)[activeNamespace]
  const { account, balances, loading, stale, source } = useController(latchkey.portfolio)
  useAfterPaint(() => latchkey.portfolio.follow(), [latchkey])
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
