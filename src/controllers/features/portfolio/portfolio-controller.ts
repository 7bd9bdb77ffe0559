import { engineOf, type LazyFeature, lazyFeature } from '../../base/lazy-feature.ts'
import type {
  PortfolioBehaviour,
  PortfolioCalls,
  PortfolioDeps,
  PortfolioFollowing,
  PortfolioState,
} from './portfolio.ts'

/**
 * What the active account holds: as its wallet says where it offers to (ERC-7811), else as the host of `endpoints.data` says,
 * else the network's own coin and the host's `tokens` as the chain says.
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
