/** Waits until the program is stopped, and then closes what it has opened. */
export async function untilStopped(signal: AbortSignal, close: () => Promise<void>): Promise<void> {
  try {
    if (!signal.aborted)
      await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
  } finally {
    await close()
  }
}
