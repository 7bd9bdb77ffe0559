import { useCallback } from 'react'
import type { ActivityState, TransactionsByYear } from '../../../controllers/features/activity/activity.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { connected, useActiveAccount } from './active-account.ts'
import { shallowEqual } from './shallow-equal.ts'

type Listed = Pick<ActivityState, 'account' | 'transactions' | 'empty' | 'error'>

/**
 * Returns the active account's transactions, newest first. Includes transactions that this client sends, from the moment they
 * are sent. Each mount reads the first page.
 */
export function useActivity(): ReadState<readonly PastTransaction[]> & {
  /** The same transactions by year and month (0 to 11) in the visitor's time zone. */
  readonly byYear: TransactionsByYear
  readonly hasNextPage: boolean
  readonly isFetchingNextPage: boolean
  /** Adds the next page to `data`. If the latest page failed to load, loads that page again. Rejects with the error. */
  readonly fetchNextPage: (opts?: CallOptions) => Promise<void>
  /** True if no data service or provider covers the network. The list then contains only transactions that this client sent. */
  readonly isOff: boolean
} {
  const { activity } = useLatchkey()
  const account = useActiveAccount()
  const state = useRead(activity, account, async (opts) => {
    const about = connected(account)
    await activity.load(opts)
    return listed(activity.state, about)
  })
  const { account: of, ...part } = useController(
    activity,
    ({ account, transactions, byYear, empty, error, next, off, loading }) => ({
      ...{ account, transactions, byYear, empty, error, off },
      ...{ hasNextPage: next !== undefined, isLoadingMore: loading && next !== undefined },
    }),
    shallowEqual,
  )
  const mine = account !== undefined && of === account
  const known = mine && (part.transactions.length > 0 || (part.empty && !part.error))
  const data = known ? part.transactions : undefined
  // With transactions, prefer the error of the latest page, because pages are loaded after the hook's own read.
  const error = known ? part.error : ((mine ? part.error : undefined) ?? state.error)
  const fetchNextPage = useCallback(
    async (opts?: CallOptions) => {
      await activity.loadMore(opts)
      if (activity.state.error) throw activity.state.error
    },
    [activity],
  )
  return {
    ...{ data, error, isPending: !data && !error, isFetching: state.isFetching, refetch: state.refetch },
    byYear: mine ? part.byYear : {},
    hasNextPage: mine && part.hasNextPage,
    isFetchingNextPage: mine && part.isLoadingMore && !state.isFetching,
    ...{ fetchNextPage, isOff: part.off },
  }
}

function listed({ account, transactions, error }: Listed, wanted: CaipAddress): readonly PastTransaction[] {
  if (error) throw error
  return account === wanted ? transactions : []
}
