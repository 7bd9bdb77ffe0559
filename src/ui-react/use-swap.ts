import { useEffect } from 'react'
import type { SwapState } from '../controllers/features/swap/swap.ts'
import { useRuntime } from './runtime.ts'
import { useController } from './use-controller.ts'

/** The swap, kept fresh while it is shown. */
export function useSwap(): SwapState {
  const { latchkey } = useRuntime()
  const { swap } = latchkey
  useEffect(() => swap.follow(), [swap])
  return useController(swap)
}
