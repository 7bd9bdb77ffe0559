import type { Clock } from '../../ports.ts'
import { until } from './until.ts'

/** Resolves after `ms`. @throws `flow/aborted` as soon as the signal aborts. */
export function sleep(clock: Pick<Clock, 'after'>, ms: number, signal?: AbortSignal): Promise<void> {
  return until((resolve) => clock.after(ms, resolve), signal)
}
