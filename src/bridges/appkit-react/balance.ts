import { useCallback, useMemo } from 'react'
import { formatUnits } from '../../core/units.ts'
import { useSharedKit } from './instance.ts'

/** What was read of the active account, in the native coin. */
export interface FetchedBalance {
  readonly data: { readonly balance: string; readonly symbol: string } | undefined
  /** Facts 8.3. */
  readonly error: string | null
  readonly isSuccess: boolean
  readonly isError: boolean
}

const failed = (error: string): FetchedBalance => ({
  ...{ data: undefined, error, isSuccess: false, isError: true },
})

/** Reads the balance when it is asked to; `balance` is the exact amount in decimal text. Never rejects. */
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
