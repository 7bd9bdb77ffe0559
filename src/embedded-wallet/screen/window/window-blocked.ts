import type { FailureCode } from '../../../connectors/embedded/protocol/frame-events.ts'

/** The error if the wallet's window couldn't be opened or reached, so the visitor couldn't approve. */
export class WindowBlocked extends Error {
  override readonly name = 'WindowBlocked'
  readonly code: FailureCode = 'window-blocked'
}
