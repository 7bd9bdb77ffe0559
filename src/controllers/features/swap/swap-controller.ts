import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { SwapBehaviour, SwapCalls, SwapDeps, SwapEvents, SwapFollowing, SwapState } from './swap.ts'

/**
 * One swap at a time: what for what, what comes of it, and what the wallet is asked. Specification 1, section 1, and 2, sections
 * 7 and 9; facts 3.8. A host's own form can call it as the modal does.
 */
export type SwapController = LazyFeature<SwapState, SwapCalls, SwapEvents> & SwapFollowing

/** `providers`: the names of those that there are. */
export function createSwap(deps: SwapDeps, providers: readonly string[]): SwapController {
  const swap = lazyFeature<SwapState, SwapBehaviour, SwapEvents>(
    {
      providers,
      tokens: [],
      loadingTokens: false,
      elsewhere: [],
      sourceTokenAmount: '',
      lacks: 'token',
      loadingQuote: false,
      reviewing: false,
    },
    [
      'begin',
      'setSourceToken',
      'setToToken',
      'setAmount',
      'setMaximum',
      'switchTokens',
      'refresh',
      'prepareReview',
      'approve',
      'swapTokens',
      'revoke',
      'keepApproval',
      'resetSwap',
      'hold',
    ],
    deps,
    engineOf(deps, async () => (await import('./swap-engine.ts')).SwapEngine),
  )
  return Object.assign(swap, {
    follow() {
      const left = new AbortController()
      swap.hold({ signal: left.signal }).catch(() => {})
      return () => left.abort()
    },
  })
}
