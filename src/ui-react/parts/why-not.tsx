import { usePrefetched } from '../prefetch.ts'
import { Lazily } from './lazily.tsx'

const loadRefusal = async () => (await import('./refusal.tsx')).Refusal

/** Shows an error next to the button that caused it; renders nothing without one. Prefetched, in case the network fails. */
export function WhyNot({ error }: { readonly error: unknown }) {
  usePrefetched(loadRefusal)
  return error === undefined ? null : <Lazily load={loadRefusal} error={error} />
}
