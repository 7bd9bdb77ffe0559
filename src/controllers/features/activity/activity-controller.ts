import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  ActivityBehavior,
  ActivityCalls,
  ActivityDeps,
  ActivityEvents,
  ActivityState,
} from './activity.ts'

/**
 * Lists the active account's transactions: those from the service of `endpoints.data`, those from the host's `providers`, and
 * those that this client sent.
 */
export class ActivityController
  extends lazyFeature<ActivityState, ActivityBehavior, ActivityEvents>()(
    'load',
    'loadMore',
    'sent',
    'bridged',
  )
  implements LazyCalls<ActivityCalls>
{
  constructor(deps: ActivityDeps) {
    super(
      {
        transactions: [],
        byYear: {},
        loading: false,
        empty: false,
        off: deps.off,
      },
      deps,
      engineOf(deps, async () => (await import('./activity-engine.ts')).ActivityEngine),
    )
  }

  override reset(): Promise<void> {
    return this.run((engine) => engine.reset())
  }
}
