import type { SignInSession } from '../../core/sign-in.ts'
import type { SessionStruct } from './library.ts'

/** A session as a wallet settled it, with what it signed in the same click. */
export interface Settled {
  readonly struct: SessionStruct
  /** Reads it. @throws `siwx/changed-message` when it is not what the wallet was asked for. */
  readonly signIns?: (() => readonly SignInSession[]) | undefined
}

/** Asks whichever wallet reads the uri. */
export type Ask = () => Promise<{
  readonly uri?: string | undefined
  approval(): Promise<Settled>
}>
