import { useCallback, useMemo } from 'react'
import { formatUnits } from '../../core/amounts/units.ts'
import { useSharedKit } from './instance.ts'

/** The native balance of the active account. */
export interface FetchedBalance {
  readonly data: { readonly balance: string; readonly symbol: string } | undefined
  /** The error message (S3.8.3). */
  readonly error: string | null
  readonly isSuccess: boolean
  readonly isError: boolean
}

const failed = (error: string): FetchedBalance => ({
  ...{ data: undefined, error, isSuccess: false, isError: true },
})

/**
 * Returns a function that reads the balance of the active account. `balance` is the exact amount as decimal text. The function
 * never rejects.
 */
export function useAppKitBalance(): { readonly fetchBalance: () => Promise<FetchedBalance> } {
  const kit = useSharedKit()
  const fetchBalance = useCallback(async (): Promise<FetchedBalance> => {
    if (!kit) return failed('AppKit not initialized when  fetchBalance was called.')
    const { account, network } = kit.client
    try {
      const { value, decimals, symbol } = await account.updateBalance(network.state.activeNamespace)
      const data = { balance: formatUnits(value, decimals), symbol }
      return { data, error: null, isSuccess: true, isError: false }
    } catch {
      return failed('Not able to retrieve balance')
    }
  }, [kit])
  return useMemo(() => ({ fetchBalance }), [fetchBalance])
}
