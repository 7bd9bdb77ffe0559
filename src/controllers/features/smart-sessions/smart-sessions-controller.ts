import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  SmartSessionsCalls,
  SmartSessionsDeps,
  SmartSessionsEvents,
  SmartSessionsState,
} from './smart-sessions.ts'

/** Requests, lists and revokes the smart sessions that wallets grant to the page (ERC-7715, S3.2.2, S3.9.4). */
export class SmartSessionsController
  extends lazyFeature<SmartSessionsState, SmartSessionsCalls, SmartSessionsEvents>()(
    'grant',
    'list',
    'revoke',
  )
  implements LazyCalls<SmartSessionsCalls>
{
  constructor(deps: SmartSessionsDeps) {
    super(
      { sessions: [], loading: false, granting: false },
      deps,
      engineOf(deps, async () => (await import('./smart-sessions-engine.ts')).SmartSessionsEngine),
    )
  }
}
