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

/** Returns the parameters of a read. Throws if they are missing, which happens only in a call of `refetch`. */
export function given<T>(params: T | Nothing): T {
  if (params) return params
  throw new TypeError('The hook has no parameters to read with')
}
