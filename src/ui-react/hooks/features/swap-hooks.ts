import { useCallback, useEffect } from 'react'
import type { SwapPreset, SwapReview, SwapState, SwapTerms } from '../../../controllers/features/swap/swap.ts'
import type { SwapController } from '../../../controllers/features/swap/swap-controller.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import type { SentTransaction } from '../../../core/wallet/transaction.ts'
import type { CallOptions } from '../../../ports.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { type RequestState, useRequest } from '../use-request.ts'
import { connected, useActiveAccount } from './active-account.ts'
import { shallowEqual } from './shallow-equal.ts'
import { usePrepared } from './use-prepared.ts'

type SwapFields = Pick<
  SwapState,
  | 'sourceToken'
  | 'toToken'
  | 'sourceTokenAmount'
  | 'amount'
  | 'sourceBalance'
  | 'toBalance'
  | 'missing'
  | 'otherNetworks'
  | 'toNetworks'
  | 'toNetwork'
  | 'toTokens'
>
type SwapSetters = Pick<
  SwapController,
  'setSourceToken' | 'setToToken' | 'setToNetwork' | 'setAmount' | 'setMaximum' | 'switchTokens' | 'resetSwap'
>

/**
 * Returns the form of a swap. `data` contains the tokens of the active network. The hook reads the tokens after a network switch,
 * and when the component mounts, unless they are already loaded. `refetch` reads them again and resets the form. All components
 * of the page share one form. `useSwapQuote` returns the quote, and `useSwap` the requests to the wallet. This hook doesn't
 * rerender a component for a new quote.
 * @param preset The form's initial values. Ignored if the tokens of the active network are already loaded.
 */
export function useSwapForm(preset?: SwapPreset): ReadState<readonly SwapToken[]> & SwapFields & SwapSetters {
  const { swap, network } = useLatchkey()
  const account = useActiveAccount()
  const on = useController(network, () => network.activeNetwork.caipNetworkId)
  const state = useRead(swap, account && `${account} ${on}`, async (opts, again) => {
    connected(account)
    if (again || swap.state.network?.caipNetworkId !== on) await swap.begin(preset, opts)
    return swap.state.tokens
  })
  const fields = useController(swap, fieldsOf, shallowEqual)
  const { setSourceToken, setToToken, setToNetwork, setAmount, setMaximum, switchTokens, resetSwap } = swap
  return {
    ...state,
    ...fields,
    ...{ setSourceToken, setToToken, setToNetwork, setAmount, setMaximum, switchTokens, resetSwap },
  }
}

function fieldsOf(state: SwapState): SwapFields {
  const { sourceToken, toToken, sourceTokenAmount, amount } = state
  const { sourceBalance, toBalance, missing, otherNetworks, toNetworks, toNetwork, toTokens } = state
  return {
    ...{ sourceToken, toToken, sourceTokenAmount, amount },
    ...{ sourceBalance, toBalance, missing, otherNetworks, toNetworks, toNetwork, toTokens },
  }
}

/**
 * Returns the quote for the form's values. Requests a quote when the values change, and every 10 s while the page is visible.
 * `isFetching` is also true while another component requests a quote.
 */
export function useSwapQuote(): ReadState<SwapTerms> {
  const { swap } = useLatchkey()
  const account = useActiveAccount()
  useEffect(() => (account ? swap.follow() : undefined), [swap, account])
  const { data, error, isFetching } = useController(
    swap,
    ({ terms, error: failure, loadingQuote }) => ({ data: terms, error: failure, isFetching: loadingQuote }),
    shallowEqual,
  )
  const refetch = useCallback(
    async (opts?: CallOptions) => {
      await swap.refresh(opts)
      const { terms, error: failure } = swap.state
      if (failure) throw failure
      if (!terms) throw latchkeyError('swap/no-quote')
      return terms
    },
    [swap],
  )
  return { data, error, isFetching, isPending: data === undefined && error === undefined, refetch }
}

/**
 * Reviews and makes the swap of the form. Each of `approve`, `swap` and `revoke` asks the wallet once. `data` is the sent swap, and
 * `result` is the outcome of the swap on the network.
 * @example
 * const { review, prepareReview, approve, swap } = useSwap()
 * // Call `prepareReview()`. While `review.step` is `approve`, call `approve()`. Then call `swap()`.
 */
export function useSwap(): RequestState<SentTransaction> &
  Pick<SwapState, 'review' | 'reviewing' | 'waiting' | 'approval' | 'result'> &
  Pick<SwapController, 'approve' | 'revoke' | 'keepApproval'> & {
    readonly prepareReview: (opts?: CallOptions) => Promise<SwapReview>
    readonly swap: (opts?: CallOptions) => Promise<SentTransaction>
  } {
  const { swap: controller } = useLatchkey()
  usePrepared(controller)
  const part = useController(
    controller,
    ({ review, reviewing, waiting, approval, result }) => ({ review, reviewing, waiting, approval, result }),
    shallowEqual,
  )
  const [swap, state] = useRequest((opts?: CallOptions) => controller.swapTokens(opts))
  const { approve, revoke, keepApproval, prepareReview } = controller
  return { ...state, ...part, ...{ approve, revoke, keepApproval, prepareReview, swap } }
}
