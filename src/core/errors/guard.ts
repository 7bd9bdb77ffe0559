import type { Clock, Logger } from '../../ports.ts'
import { errorReports } from '../limits.ts'
import { slidingWindow } from '../timing.ts'
import type { ErrorCategory } from './catalogue.ts'
import { type LatchkeyError, toLatchkeyError } from './latchkey-error.ts'

/** Runs a public method of a controller; whatever it throws comes out as a `LatchkeyError`. */
export type Guard = <T>(category: ErrorCategory, run: () => T | Promise<T>) => Promise<T>

/**
 * Makes the boundary that the public async methods of one client share. Foreign errors are wrapped with the category,
 * ours take it when they were raised without one; each failure is reported once, however many boundaries it passes, then rethrown. At most 5
 * are reported in any 60 s (specification 1, section 4); cancellations (`flow/*`) are not failures and never are.
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
