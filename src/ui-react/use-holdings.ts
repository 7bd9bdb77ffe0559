import { useEffect, useMemo } from 'react'
import type { TokenBalance } from '../core/wallet/token-balance.ts'
import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'

export interface Holdings {
  /** The network's own coin first. */
  readonly balances: readonly TokenBalance[]
  /** They were read for this account; else the coin alone is known. */
  readonly known: boolean
  readonly stale: boolean
  readonly loading: boolean
}

/** What the active account holds, kept fresh while it is shown. Until that is read, what is known of the network's own coin. */
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
