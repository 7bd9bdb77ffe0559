import type {
  GrantRequest,
  SmartSession,
} from '../../../controllers/features/smart-sessions/smart-sessions.ts'
import type { CallOptions } from '../../../ports.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { type RequestState, useRequest } from '../use-request.ts'
import { usePrepared } from './use-prepared.ts'

/**
 * Returns the smart sessions of the account connected on eip155, newest first. `data` changes when a session is granted, is
 * revoked or expires. See `SmartSessionsController.list`.
 */
export function useSmartSessions(): ReadState<readonly SmartSession[]> {
  const { smartSessions, account } = useLatchkey()
  const about = useController(account, ({ eip155 }) => eip155.caipAddress)
  const state = useRead(smartSessions, about, (opts) => smartSessions.list(opts))
  const sessions = useController(smartSessions, (known) => known.sessions)
  // If the service fails, the sessions of this browser are still known.
  const isKnown = about !== undefined && (state.data !== undefined || sessions.length > 0)
  const data = isKnown ? sessions : undefined
  return { ...state, data, isPending: data === undefined && state.error === undefined }
}

/** Asks the eip155 wallet for a smart session. See `SmartSessionsController.grant`. */
export function useGrantSession(): RequestState<SmartSession> & {
  readonly grant: (request: GrantRequest, opts?: CallOptions) => Promise<SmartSession>
} {
  const { smartSessions } = useLatchkey()
  usePrepared(smartSessions)
  const [grant, state] = useRequest((request: GrantRequest, opts?: CallOptions) =>
    smartSessions.grant(request, opts),
  )
  return { ...state, grant }
}

/** Revokes a smart session by its id. See `SmartSessionsController.revoke`. */
export function useRevokeSession(): RequestState<void> & {
  readonly revoke: (id: string, opts?: CallOptions) => Promise<void>
} {
  const { smartSessions } = useLatchkey()
  usePrepared(smartSessions)
  const [revoke, state] = useRequest((id: string, opts?: CallOptions) => smartSessions.revoke(id, opts))
  return { ...state, revoke }
}
