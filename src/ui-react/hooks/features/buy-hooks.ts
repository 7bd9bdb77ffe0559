import { useCallback, useEffect, useMemo } from 'react'
import type { OnRampState, ShownQuote } from '../../../controllers/features/onramp/onramp.ts'
import type { OnRampController } from '../../../controllers/features/onramp/onramp-controller.ts'
import { latchkeyError } from '../../../core/errors/latchkey-error.ts'
import type { PastTransaction } from '../../../core/wallet/past-transaction.ts'
import type { OnRampProviderInfo, PurchaseCurrency } from '../../../core/wallet/payments/onramp.ts'
import { onRampProvidersOn } from '../../../core/wallet/payments/onramp-providers-on.ts'
import type { CallOptions } from '../../../ports.ts'
import { useController } from '../use-controller.ts'
import { useLatchkey } from '../use-latchkey.ts'
import { type ReadState, useRead } from '../use-read.ts'
import { type RequestState, useRequest } from '../use-request.ts'
import { connected, useActiveAccount } from './active-account.ts'
import { shallowEqual } from './shallow-equal.ts'
import { usePrepared } from './use-prepared.ts'

type BuyFields = Pick<
  OnRampState,
  | 'purchaseCurrency'
  | 'paymentCurrency'
  | 'paymentCurrencies'
  | 'paymentAmount'
  | 'problem'
  | 'limits'
  | 'deliveryNetwork'
>
type BuySetters = Pick<
  OnRampController,
  'setPurchaseCurrency' | 'setPaymentCurrency' | 'setPaymentAmount' | 'resetState'
>

/**
 * Returns the form of a purchase. `data` contains the currencies that can be bought. `providers` is empty if no provider that
 * the host allows sells coins of the active family. All components of the page share one form. `useBuyQuotes` returns the
 * quotes, and `useBuy` the purchase. This hook doesn't rerender a component for a new quote or a change of the purchase.
 */
export function useBuyForm(): ReadState<readonly PurchaseCurrency[]> &
  BuyFields &
  BuySetters & { readonly providers: readonly OnRampProviderInfo[] } {
  const { onramp, network, options } = useLatchkey()
  const namespace = useController(network, ({ activeNamespace }) => activeNamespace)
  const on = useController(network, () => network.activeNetwork.caipNetworkId)
  const allowed = useController(options, ({ features }) => features.onramp)
  const all = useController(onramp, (state) => state.providers)
  const providers = useMemo(() => onRampProvidersOn(all, allowed, namespace), [all, allowed, namespace])
  const state = useRead(onramp, providers.length > 0 ? on : undefined, async (opts) => {
    await onramp.loadCurrencies(opts)
    return onramp.state.purchaseCurrencies
  })
  const fields = useController(onramp, fieldsOf, shallowEqual)
  const { setPurchaseCurrency, setPaymentCurrency, setPaymentAmount, resetState } = onramp
  return {
    ...state,
    ...fields,
    ...{ providers, setPurchaseCurrency, setPaymentCurrency, setPaymentAmount, resetState },
  }
}

function fieldsOf(state: OnRampState): BuyFields {
  const { purchaseCurrency, paymentCurrency, paymentCurrencies, paymentAmount } = state
  const { problem, limits, deliveryNetwork } = state
  return {
    ...{ purchaseCurrency, paymentCurrency, paymentCurrencies, paymentAmount },
    ...{ problem, limits, deliveryNetwork },
  }
}

/**
 * Returns the quotes for the form's amount, by provider name. The form requests new quotes half a second after a change. A quote
 * with the source `fallback` isn't a price, because the provider gave no price. `refetch` rejects with `onramp/no-price` if there
 * is no quote at all.
 */
export function useBuyQuotes(): ReadState<Readonly<Record<string, ShownQuote>>> & {
  /** The names of the providers that don't sell to the active account on the active network. */
  readonly unavailableProviders: readonly string[]
} {
  const { onramp } = useLatchkey()
  const { quotes, isFetching, unavailableProviders } = useController(
    onramp,
    (state) => ({
      quotes: state.quotes,
      isFetching: state.quotesLoading,
      unavailableProviders: state.unavailableProviders,
    }),
    shallowEqual,
  )
  const data = hasQuote(quotes) ? quotes : undefined
  const refetch = useCallback(
    async (opts?: CallOptions) => {
      await onramp.getQuotes(opts)
      const { quotes: read } = onramp.state
      if (hasQuote(read)) return read
      throw latchkeyError('onramp/no-price')
    },
    [onramp],
  )
  return { data, error: undefined, isPending: data === undefined, isFetching, refetch, unavailableProviders }
}

function hasQuote(quotes: OnRampState['quotes']): boolean {
  return Object.keys(quotes).length > 0
}

/**
 * Opens a provider's page for the form's order. Call `buy` in a click handler. `phase` and `url` follow the purchase.
 * `purchaseError` says why the purchase failed, even after `buy` has resolved. See `OnRampController.buy`.
 */
export function useBuy(): RequestState<{ readonly url: string }> &
  Pick<OnRampState, 'phase' | 'url' | 'blocked'> & {
    readonly purchaseError: OnRampState['error']
    readonly buy: (provider: string, opts?: CallOptions) => Promise<{ readonly url: string }>
    /** Stops waiting for the purchase. The provider's window stays open. */
    readonly leave: () => Promise<void>
  } {
  const { onramp } = useLatchkey()
  usePrepared(onramp)
  const part = useController(
    onramp,
    ({ phase, url, blocked, error }) => ({ phase, url, blocked, purchaseError: error }),
    shallowEqual,
  )
  const [buy, state] = useRequest((provider: string, opts?: CallOptions) => onramp.buy(provider, opts))
  return { ...state, ...part, buy, leave: onramp.leave }
}

/** Returns the active account's purchases through Coinbase, newest first. Reads them every 3 s while a purchase is pending. */
export function usePurchases(): ReadState<readonly PastTransaction[]> {
  const { onramp } = useLatchkey()
  const account = useActiveAccount()
  const state = useRead(onramp, account, async (opts) => {
    connected(account)
    await onramp.loadPurchases(opts)
    const { purchases: read, purchasesError } = onramp.state
    if (purchasesError) throw purchasesError
    return read
  })
  const purchases = useController(onramp, (known) => known.purchases)
  const data = account && state.data && purchases
  const isWaiting = data?.some(({ status }) => status === 'pending') ?? false
  useEffect(() => {
    if (!isWaiting || !account) return
    const left = new AbortController()
    // The controller's state contains the error.
    onramp.followPurchases({ signal: left.signal }).catch(() => {})
    return () => left.abort()
  }, [onramp, account, isWaiting])
  return { ...state, data, isPending: data === undefined && state.error === undefined }
}
