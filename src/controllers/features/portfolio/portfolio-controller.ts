import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  PortfolioBehaviour,
  PortfolioCalls,
  PortfolioDeps,
  PortfolioFollowing,
  PortfolioState,
} from './portfolio.ts'

/**
 * Reads the active account's balances: from its wallet if supported (ERC-7811), else from the service of
 * `endpoints.data`, else the native balance and those of the host's `tokens` from the network.
 */
export type PortfolioController = LazyFeature<PortfolioState, PortfolioCalls> & PortfolioFollowing

export function createPortfolio(deps: PortfolioDeps): PortfolioController {
  const portfolio = lazyFeature<PortfolioState, PortfolioBehaviour>(
    {
      account: undefined,
      network: undefined,
      balances: [],
      total: undefined,
      source: undefined,
      loading: false,
      stale: false,
      error: undefined,
    },
    ['refresh', 'hold'],
    deps,
    engineOf(deps, async () => (await import('./portfolio-engine.ts')).PortfolioEngine),
  )
  return Object.assign(portfolio, {
    follow() {
      const left = new AbortController()
      portfolio.hold({ signal: left.signal }).catch(() => {})
      return () => left.abort()
    },
  })
}
