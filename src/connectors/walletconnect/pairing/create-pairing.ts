import type { SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { SessionStruct } from '../library/library.ts'

/** A session that a wallet settled, with what it signed in the same step. */
export interface Settled {
  readonly struct: SessionStruct
  /** Reads the sign-ins. @throws `siwx/changed-message` when the wallet signed something else than requested. */
  readonly signIns?: (() => readonly SignInSession[]) | undefined
}

/** Creates a pairing for any wallet that reads the uri. */
export type CreatePairing = () => Promise<{
  readonly uri?: string | undefined
  approval(): Promise<Settled>
}>
