import type { Clock, Logger } from '../../ports.ts'
import { errorReports } from '../limits.ts'
import { slidingWindow } from '../timing.ts'
import type { ErrorCategory } from './catalogue.ts'
import { type LatchkeyError, toLatchkeyError } from './latchkey-error.ts'

/** Runs a controller's public method and converts each thrown error to a `LatchkeyError`. */
export type Guard = <T>(category: ErrorCategory, run: () => T | Promise<T>) => Promise<T>

/**
 * Creates the guard that all public async methods of a client share. If the method throws, the guard wraps an error that isn't a
 * `LatchkeyError`. It sets a missing category, reports the error, and rethrows it. An error that passes several guards is
 * reported once. The guard reports at most 5 errors per 60 s (S1.4), and no cancellations (`flow/*`).
 */
export function createGuard(deps: {
  clock: Pick<Clock, 'now'>
  log: Pick<Logger, 'error'>
  report?: ((error: LatchkeyError) => void) | undefined
}): Guard {
  const seen = new WeakSet<LatchkeyError>()
  const admits = slidingWindow(deps.clock, errorReports)

  function report(error: LatchkeyError): void {
    if (seen.has(error) || error.code.startsWith('flow/')) return
    seen.add(error)
    if (!admits()) return
    try {
      deps.report?.(error)
    } catch (failure) {
      deps.log.error('Reporting an error failed', failure)
    }
  }

  return async (category, run) => {
    try {
      return await run()
    } catch (thrown) {
      const error = toLatchkeyError(thrown, category)
      report(error)
      throw error
    }
  }
}
