import { parseCaipAddress } from 'latchkey'
import { useEffect, useMemo } from 'react'
import type { PortfolioState } from '../../../controllers/features/portfolio/portfolio.ts'
import type { CaipAddress } from '../../../core/chain/caip.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { connected, useActiveAccount } from './active-account.ts'
import { shallowEqual } from './shallow-equal.ts'

/** The balances of an account on its network. */
export interface Portfolio extends Pick<PortfolioState, 'balances' | 'total'> {
  readonly account: CaipAddress
  /** The source of the balances: the wallet, the data service or a provider, or the network itself. */
  readonly source: NonNullable<PortfolioState['source']>
}

/**
 * Returns the active account's balances. While mounted, the hook keeps them up to date: see `PortfolioController.follow`.
 * Rerenders when the balances or the error change, not for every poll.
 */
export function usePortfolio(): ReadState<Portfolio> {
  const { portfolio } = useLatchkey()
  const account = useActiveAccount()
  const state = useRead(portfolio, account, async (opts, again) => {
    const about = connected(account)
    await portfolio.refresh({ ...opts, fresh: again })
    const { error } = portfolio.state
    if (error) throw error
    const read = portfolioOf(portfolio.state, about)
    // Without an error, balances are missing only if the host didn't configure the network.
    if (!read)
      throw latchkeyError('network/not-requested', { values: { network: parseCaipAddress(about).networkId } })
    return read
  })
  useEffect(() => (account ? portfolio.follow() : undefined), [portfolio, account])
  const part = useController(
    portfolio,
    ({ account: of, balances, total, source, error }) => ({ account: of, balances, total, source, error }),
    shallowEqual,
  )
  const data = useMemo(() => portfolioOf(part, account), [part, account])
  // Prefer the error of the last poll, because polls run after the hook's own read.
  const error = part.account !== undefined && part.account === account && data ? part.error : state.error
  return { ...state, data, error, isPending: data === undefined && error === undefined }
}

function portfolioOf(
  { account, balances, total, source }: Pick<PortfolioState, 'account' | 'balances' | 'total' | 'source'>,
  wanted: CaipAddress | undefined,
): Portfolio | undefined {
  if (!account || account !== wanted || !source) return undefined
  return { account, balances, total, source }
}
