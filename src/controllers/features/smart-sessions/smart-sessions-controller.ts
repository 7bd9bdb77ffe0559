import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  SmartSessionsCalls,
  SmartSessionsDeps,
  SmartSessionsEvents,
  SmartSessionsState,
} from './smart-sessions.ts'

/** Requests, lists and revokes the smart sessions that wallets grant to the page (ERC-7715, S3.2.2, S3.9.4). */
export type SmartSessionsController = LazyFeature<SmartSessionsState, SmartSessionsCalls, SmartSessionsEvents>

export function createSmartSessions(deps: SmartSessionsDeps): SmartSessionsController {
  return lazyFeature<SmartSessionsState, SmartSessionsCalls, SmartSessionsEvents>(
    { sessions: [], loading: false, granting: false },
    ['grant', 'list', 'revoke'],
    deps,
    engineOf(deps, async () => (await import('./smart-sessions-engine.ts')).SmartSessionsEngine),
  )
}
