import { useEffect, useRef } from 'react'
import type { SwapState } from '../../controllers/features/swap/swap.ts'
import { providerFor } from '../../core/options/feature-providers.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

/** Returns the state of the swap, and keeps the quote up to date while mounted. */
export function useSwap(): SwapState {
  const { latchkey } = useRuntime()
  const { swap } = latchkey
  useEffect(() => swap.follow(), [swap])
  return useController(swap)
}

/** Loads the swap tokens of the active network, and fills in each preset of the host. Returns whether the tokens are known. */
export function useSwapTokens(): boolean {
  const { latchkey } = useRuntime()
  const { swap, router, network, account, options } = latchkey
  const active = useController(network, () => network.activeNetwork.caipNetworkId)
  const address = useController(account, () => account.active.caipAddress)
  const on = useController(options, ({ features }) => providerFor(features.swaps, swap.state.providers))
  const known = useController(swap, (state) => state.network?.caipNetworkId === active)
  const preset = useController(router, ({ data }) => data?.swap)
  const filledIn = useRef<typeof preset>(undefined)
  useEffect(() => {
    if (on === undefined || address === undefined) return
    const isNew = preset !== undefined && preset !== filledIn.current
    if (!isNew && swap.state.network?.caipNetworkId === active) return
    filledIn.current = preset
    // The controller's state contains the error.
    swap.begin(preset).catch(() => {})
  }, [swap, on, address, active, preset])
  return known
}
