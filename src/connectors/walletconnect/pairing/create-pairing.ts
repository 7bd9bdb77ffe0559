import type { SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { SessionStruct } from '../library/library.ts'

/** A session that a wallet settled, with the sign-ins that the wallet signed in the same step. */
export interface Settled {
  readonly struct: SessionStruct
  /** Reads the sign-ins. @throws `siwx/changed-message` when the wallet signed something other than the request. */
  readonly signIns?: (() => readonly SignInSession[]) | undefined
  /** Set if an earlier load showed the pairing. */
  readonly earlier?: EarlierPairing | undefined
}

export interface EarlierPairing {
  /** Whether something else was connected, or something disconnected, since the pairing was shown. */
  isOutdated(): boolean
  /** Call when the session is in use or has ended. Otherwise the next page load resumes the pairing. */
  done(): void
}

/** Creates a pairing for any wallet that reads the uri. */
export type CreatePairing = () => Promise<{
  readonly uri?: string | undefined
  approval(): Promise<Settled>
}>
