import { type SocialName, socialNames, usableSocials } from '../core/wallet/socials.ts'
import { useRuntime } from './runtime.ts'
import { useHeld } from './use-held.ts'

/** The providers that the host has named, in its order, but for those that do not work where the page is shown. */
export function useSocials(): readonly SocialName[] {
  const { latchkey } = useRuntime()
  const socials = useHeld(latchkey.options, ({ features }) => features.socials)
  return usableSocials(typeof socials === 'object' ? socials : socials ? socialNames : [], latchkey.traits)
}
