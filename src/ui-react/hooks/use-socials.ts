import { type SocialName, socialNames, usableSocials } from '../../core/wallet/list/socials.ts'
import { useRuntime } from '../runtime.ts'
import { usePausable } from './use-pausable.ts'

/** Returns the host's social providers in the host's order, without providers that don't work in this browser. */
export function useSocials(): readonly SocialName[] {
  const { latchkey } = useRuntime()
  const socials = usePausable(latchkey.options, ({ features }) => features.socials)
  return usableSocials(typeof socials === 'object' ? socials : socials ? socialNames : [], latchkey.traits)
}
