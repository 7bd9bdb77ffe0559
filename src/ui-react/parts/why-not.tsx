import { usePrefetched } from '../prefetch.ts'
import { Lazily } from './lazily.tsx'

const loadRefusal = async () => (await import('./refusal.tsx')).Refusal

/** Why nothing was sent, in the place where it was asked for; nothing without an error. It is here before there is one. */
export function WhyNot({ error }: { readonly error: unknown }) {
  usePrefetched(loadRefusal)
  return error === undefined ? null : <Lazily load={loadRefusal} error={error} />
}
