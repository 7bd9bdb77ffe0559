import { withTimeout } from '../../../core/async/deadline.ts'
import { isLatchkeyError, latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { Clock, Fetch, Page } from '../../../ports.ts'
import { relayUnreachable } from '../errors.ts'
import { relayLimits } from './relay-limits.ts'

/**
 * The largest difference, in ms, with which the device's clock still counts as correct. A small difference is normal, because a
 * server's date has whole seconds and its answer takes some time.
 */
const leeway = 60_000

/**
 * Adds the value `offset` to the error `session/expired`, with which the relay refuses a device
 * whose clock is wrong. `offset` is the number of seconds by which the device's clock is ahead of
 * the page's server. Returns other errors unchanged, and also this error if the offset is small or
 * unknown.
 */
export async function withClockOffset(error: unknown, page: Page, clock: Clock): Promise<unknown> {
  if (!isLatchkeyError(error, 'session/expired')) return error
  const offset = await clockOffset(page, clock).catch(() => undefined)
  if (offset === undefined || Math.abs(offset) < leeway) return error
  const { cause, details } = error
  return latchkeyError('session/expired', { cause, details, values: { offset: Math.round(offset / 1000) } })
}

/** Returns by how many ms the device's clock is ahead of the page's server. Returns undefined if unknown. */
async function clockOffset({ global, location }: Page, clock: Clock): Promise<number | undefined> {
  const fetch = global('fetch') as Fetch | undefined
  if (!fetch || !location) return undefined
  const url = new URL('/', location.origin)
  const ask = (signal: AbortSignal) => fetch(url, { method: 'HEAD', cache: 'no-store', signal })
  const response = await withTimeout(clock, relayLimits.clock, ask, relayUnreachable)
  const date = Date.parse(response.headers.get('date') ?? '')
  return Number.isNaN(date) ? undefined : clock.now() - date
}
