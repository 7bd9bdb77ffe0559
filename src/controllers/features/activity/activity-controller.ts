import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  ActivityBehaviour,
  ActivityCalls,
  ActivityDeps,
  ActivityEvents,
  ActivityState,
} from './activity.ts'

/** Lists the active account's transactions, from the service of `endpoints.data` and from those sent through this client. */
export type ActivityController = LazyFeature<ActivityState, ActivityCalls, ActivityEvents>

export function createActivity(deps: ActivityDeps) {
  return lazyFeature<ActivityState, ActivityBehaviour, ActivityEvents>(
    {
      account: undefined,
      transactions: [],
      byYear: {},
      loading: false,
      empty: false,
      next: undefined,
      error: undefined,
      off: deps.off,
    },
    ['load', 'loadMore', 'reset', 'sent'],
    deps,
    engineOf(deps, async () => (await import('./activity-engine.ts')).ActivityEngine),
  )
}
