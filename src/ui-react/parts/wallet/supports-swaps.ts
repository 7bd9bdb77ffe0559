import type { ChainNamespace } from '../../../core/chain/namespace.ts'
import { providerFor } from '../../../core/options/feature-providers.ts'
import type { Options } from '../../../core/options/options.ts'

/**
 * Returns whether swaps are available on a family's networks.
 * @param names The names of all swap providers.
 */
export function supportsSwaps(
  { features, providers = [] }: Pick<Options, 'features' | 'providers'>,
  names: readonly string[],
  namespace: ChainNamespace,
): boolean {
  const others = providers.flatMap((one) =>
    'namespace' in one && one.namespace !== 'eip155' ? [{ name: one.name, namespace: one.namespace }] : [],
  )
  const own =
    namespace === 'eip155'
      ? names.filter((name) => !others.some((one) => one.name === name))
      : others.filter((one) => one.namespace === namespace).map(({ name }) => name)
  return providerFor(features.swaps, own) !== undefined
}
