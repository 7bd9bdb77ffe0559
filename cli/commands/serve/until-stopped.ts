/** Waits until the program is interrupted, then calls `close`. */
export async function untilStopped(signal: AbortSignal, close: () => Promise<void>): Promise<void> {
  try {
    if (!signal.aborted)
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  } finally {
    await close()
  }
}
