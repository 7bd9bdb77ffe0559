import type { ChainNamespace } from '../../chain/namespace.ts'
import type { Features } from '../../options/options.ts'
import type { OnRampProviderInfo } from './onramp.ts'

/** Returns the providers that the host enabled for a family (S1.5). */
export function onRampProvidersOn(
  providers: readonly OnRampProviderInfo[],
  onramp: Features['onramp'],
  namespace: ChainNamespace,
): readonly OnRampProviderInfo[] {
  const isWanted = (name: string) => (typeof onramp === 'boolean' ? onramp : onramp.includes(name))
  return providers.filter(
    ({ name, supportedChains }) =>
      isWanted(name) && (supportedChains as readonly ChainNamespace[]).includes(namespace),
  )
}
