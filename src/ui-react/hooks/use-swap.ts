import { useEffect } from 'react'
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

/** Loads the swap tokens of the active network, and fills in the host's preset. Returns whether the tokens are known. */
export function useSwapTokens(): boolean {
  const { latchkey } = useRuntime()
  const { swap, router, network, account, options } = latchkey
  const active = useController(network, () => network.activeNetwork.caipNetworkId)
  const address = useController(account, () => account.active.caipAddress)
  const on = useController(options, ({ features }) => providerFor(features.swaps, swap.state.providers))
  const known = useController(swap, (state) => state.network?.caipNetworkId === active)
  useEffect(() => {
    if (on === undefined || address === undefined || swap.state.network?.caipNetworkId === active) return
    // The controller's state contains the error.
    swap.begin(router.state.data?.swap).catch(() => {})
  }, [swap, router, on, address, active])
  return known
}
