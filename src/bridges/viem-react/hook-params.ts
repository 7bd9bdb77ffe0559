import { useController, useLatchkey } from 'latchkey/react'
import type { CaipNetworkId } from '../../core/chain/caip.ts'

/** Returns the network that a hook reads from: the given network, or else the active eip155 network. */
export function useNetworkId(
  wanted: CaipNetworkId<'eip155'> | undefined,
): CaipNetworkId<'eip155'> | undefined {
  const active = useController(useLatchkey().network, ({ activeNetworks }) => activeNetworks.eip155)
  return wanted ?? (active?.caipNetworkId as CaipNetworkId<'eip155'> | undefined)
}

/** The values of `condition && parameters` if the condition is false. */
export type Nothing = undefined | null | false | ''

/**
 * Returns the parameters. They can be missing only if the caller calls `refetch`, because a hook doesn't read without parameters.
 */
export function given<T>(params: T | Nothing): T {
  if (params) return params
  throw new TypeError('The hook has no parameters to read with')
}
