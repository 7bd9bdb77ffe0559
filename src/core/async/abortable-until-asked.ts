import { raceAbort } from './abort.ts'

/**
 * Runs `work`. An abort stops it until it calls `onAsk`. From then on, an abort ends only the call, because the wallet can still
 * confirm the request, and the state must show the result.
 */
export async function abortableUntilAsked<T>(
  signal: AbortSignal | undefined,
  work: (opts: { readonly signal: AbortSignal; readonly onAsk: () => void }) => Promise<T>,
): Promise<T> {
  const own = new AbortController()
  const abort = () => own.abort(signal?.reason)
  if (signal?.aborted) abort()
  signal?.addEventListener('abort', abort)
  let onAsk = () => {}
  const asked = new Promise<void>((resolve) => {
    onAsk = () => {
      signal?.removeEventListener('abort', abort)
      resolve()
    }
  })
  const done = work({ signal: own.signal, onAsk })
  try {
    return await Promise.race([done, asked.then(() => raceAbort(done, signal))])
  } finally {
    signal?.removeEventListener('abort', abort)
  }
}
