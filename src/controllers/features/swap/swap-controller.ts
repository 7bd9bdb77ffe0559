import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type { SwapBehaviour, SwapCalls, SwapDeps, SwapEvents, SwapFollowing, SwapState } from './swap.ts'

/**
 * Runs one swap at a time: tokens, quote, review, and the wallet's requests (S1.1, S2.7, S2.9, S3.3.8). A host's own
 * form can use it in the same way as the modal.
 */
export type SwapController = LazyFeature<SwapState, SwapCalls, SwapEvents> & SwapFollowing

/** `providers`: the names of the configured providers. */
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
