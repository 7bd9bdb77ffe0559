import type { FailureCode } from '../../../connectors/embedded/protocol/frame-events.ts'

/** The wallet's window could not be opened or reached, so the visitor could not approve. */
export class WindowBlocked extends Error {
  override readonly name = 'WindowBlocked'
  readonly code: FailureCode = 'window-blocked'
}
