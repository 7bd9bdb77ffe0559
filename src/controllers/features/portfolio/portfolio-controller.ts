import type { Unsubscribe } from '../../../ports.ts'
import { engineOf, type LazyCalls, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  PortfolioBehavior,
  PortfolioCalls,
  PortfolioDeps,
  PortfolioFollowing,
  PortfolioState,
} from './portfolio.ts'

/**
 * Reads the active account's balances from the first available source: the wallet (ERC-7811), the service of `endpoints.data` or
 * the host's `providers`, the network. From the network, it reads only the native coin and the host's `tokens`.
 */
export class PortfolioController
  extends lazyFeature<PortfolioState, PortfolioBehavior>()('refresh', 'loadNfts', 'loadMoreNfts')
  implements LazyCalls<PortfolioCalls>, PortfolioFollowing
{
  constructor(deps: PortfolioDeps) {
    super(
      {
        balances: [],
        more: false,
        loading: false,
        stale: false,
      },
      deps,
      engineOf(deps, async () => (await import('./portfolio-engine.ts')).PortfolioEngine),
    )
  }

  follow(): Unsubscribe {
    const left = new AbortController()
    this.run((engine) => engine.keepFresh({ signal: left.signal })).catch(() => {})
    return () => left.abort()
  }
}
