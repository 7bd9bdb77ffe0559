import type { Unsubscribe } from '../../../ports.ts'
import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type { SwapBehavior, SwapCalls, SwapDeps, SwapEvents, SwapFollowing, SwapState } from './swap.ts'

/**
 * Runs one swap at a time: tokens, quote, review, and the requests to the wallet (S1.1, S2.7, S2.9, S3.3.8). A host can use
 * this controller for its own form, as the modal does.
 */
export class SwapController
  extends lazyFeature<SwapState, SwapBehavior, SwapEvents>()(
    'begin',
    'setSourceToken',
    'setToToken',
    'setToNetwork',
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
  )
  implements LazyCalls<SwapCalls>, SwapFollowing
{
  constructor(deps: SwapDeps, providers: readonly string[]) {
    super(
      {
        providers,
        tokens: [],
        loadingTokens: false,
        otherNetworks: [],
        sourceTokenAmount: '',
        missing: 'token',
        loadingQuote: false,
        reviewing: false,
      },
      deps,
      engineOf(deps, async () => (await import('./swap-engine.ts')).SwapEngine),
    )
  }

  follow(): Unsubscribe {
    const left = new AbortController()
    this.run((engine) => engine.keepFresh({ signal: left.signal })).catch(() => {})
    return () => left.abort()
  }
}
