import { usePrefetched } from '../../prefetch.ts'
import { LazyPart } from '../lazy-part.tsx'
import type { SendErrorProps } from './send-error.tsx'

const loadRefusal = async () => (await import('./send-error.tsx')).SendError

/**
 * Shows an error next to the button that caused it. Renders nothing without an error. The code is prefetched, so that an error
 * can be shown even when the network fails.
 */
export function InlineError({ error, act }: SendErrorProps) {
  usePrefetched(loadRefusal)
  return error === undefined ? null : <LazyPart load={loadRefusal} error={error} act={act} />
}
