type View = Window & typeof globalThis

/** The maximum wait until the page is idle, in ms. */
const idleLimit = 1000
/** The delay in a browser without `requestIdleCallback`, in ms. */
const idleGuess = 200

/** Runs a function when the page is idle, or after `limit` ms. Returns a function that cancels the run. */
export function whenIdle(view: View, run: () => void, limit = idleLimit): () => void {
  // Use a timer in Safari, which has no `requestIdleCallback`.
  if (!view.requestIdleCallback) {
    const timer = view.setTimeout(run, idleGuess)
    return () => view.clearTimeout(timer)
  }
  const task = view.requestIdleCallback(run, { timeout: limit })
  return () => view.cancelIdleCallback(task)
}

/** Returns whether the visitor saves data or has a slow connection (2G): https://wicg.github.io/netinfo/ */
export function savesData({ navigator }: View): boolean {
  const { connection } = navigator as { connection?: { saveData?: boolean; effectiveType?: string } }
  return connection?.saveData === true || /2g/.test(connection?.effectiveType ?? '')
}
