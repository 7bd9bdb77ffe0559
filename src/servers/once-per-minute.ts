const minute = 60_000

/** Limits a log to one entry a minute for each message. A service that is down fails for every visitor. */
export function oncePerMinute(
  log: (message: string, error?: unknown) => void,
  now: () => number,
): (message: string, error?: unknown) => void {
  const last = new Map<string, number>()
  return (message, error) => {
    if (now() - (last.get(message) ?? Number.NEGATIVE_INFINITY) < minute) return
    last.set(message, now())
    log(message, error)
  }
}
