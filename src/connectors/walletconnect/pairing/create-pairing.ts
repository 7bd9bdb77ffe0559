import type { SignInSession } from '../../../core/sign-in/sign-in.ts'
import type { SessionStruct } from '../library/library.ts'

/** A session that a wallet approved, with the sign-ins that it signed in the same step. */
export interface Settled {
  readonly struct: SessionStruct
  /**
   * Reads the sign-ins.
   * @throws `siwx/changed-message` if the wallet signed a message that wasn't requested.
   */
  readonly signIns?: (() => readonly SignInSession[]) | undefined
  /** Set if an earlier page load showed the pairing. */
  readonly earlier?: EarlierPairing | undefined
}

export interface EarlierPairing {
  /** Returns whether any tab connected or disconnected a wallet after the pairing was shown. */
  isOutdated(): boolean
  /** Call this when the session is in use or has ended. Without this call, the next page load would continue the pairing. */
  done(): void
}

/** Creates a pairing. Any wallet can scan its uri. */
export type CreatePairing = () => Promise<{
  readonly uri?: string | undefined
  approval(): Promise<Settled>
}>
