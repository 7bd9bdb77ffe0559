import { isFresh } from '../core/timing.ts'

const minute = 60_000

/** Limits a log to one entry per minute for each message. If a service is down, every visitor's request fails with the same message. */
export function oncePerMinute(
  log: (message: string, error?: unknown) => void,
  now: () => number,
): (message: string, error?: unknown) => void {
  const last = new Map<string, number>()
  return (message, error) => {
    if (isFresh(last.get(message) ?? Number.NaN, minute, now())) return
    last.set(message, now())
    log(message, error)
  }
}
