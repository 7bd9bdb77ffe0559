import { useEffect, useState } from 'react'
import { paymentMethods } from '../../../core/wallet/payments/payment-limits.ts'
import { useAmountField } from '../../hooks/use-amount-field.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useOnRampProviders } from '../../hooks/use-onramp-providers.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { buyWords } from '../../language/english/buy.ts'
import { useLanguage } from '../../language/use-language.ts'
import { BuyForm } from '../../parts/buy/buy-form.tsx'
import { OnRampProviderRow } from '../../parts/buy/onramp-provider-row.tsx'
import { amountProblem, sellerState } from '../../parts/buy/seller-state.ts'
import { buyWith } from '../../parts/buy/start-buying.ts'
import { useSuggestion } from '../../parts/buy/use-suggestion.ts'
import { Icon } from '../../parts/icon.tsx'
import { LegalFooter } from '../../parts/legal.tsx'
import { networkName } from '../../parts/names.ts'
import { clip } from '../../parts/row.tsx'
import { usePrefetch } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import css from './on-ramp-providers.css?inline'

/** Lets the visitor enter the amount, and choose the currency and the provider (S3.9.4). */
export function OnRampProvidersView() {
  useStyles(css)
  const language = useLanguage()
  const { say } = language
  const { latchkey } = useRuntime()
  const { onramp, router, network } = latchkey
  const { activeNamespace, activeNetworks } = useController(network)
  const state = useController(onramp)
  const { limits, problem, paymentCurrency, paymentAmount } = state
  const [chosen, setChosen] = useState<string>()
  const sellers = useOnRampProviders()
  const field = useAmountField(paymentAmount, (text) => void onramp.setPaymentAmount(text))
  usePrefetch('BuyInProgress', 'OnRampFiatSelect', 'OnRampTokenSelect', 'OnRampActivity')
  const here = activeNetworks[activeNamespace]
  const { suggestion, settled } = useSuggestion(state, sellers, here?.caipNetworkId)
  const id = here?.caipNetworkId
  // biome-ignore lint/correctness/useExhaustiveDependencies: the currencies depend on the network.
  useEffect(() => void onramp.loadCurrencies(), [onramp, id])
  if (!here) return null
  if (sellers.length === 0)
    return (
      <div className="center" role="status">
        <span className="badge">
          <Icon name="card" size={28} />
        </span>
        <h2>{say(buyWords, 'noProvider', { network: networkName(language, here) })}</h2>
        <p className="quiet">{say(buyWords, 'nobodyAdvice')}</p>
        <div className="actions">
          <button type="button" className="primary" onClick={() => router.push('Networks')}>
            {say(buyWords, 'networks')}
          </button>
        </div>
      </div>
    )
  const named = (name: string | undefined) => sellers.find((one) => one.name === name)
  const wrong = amountProblem(language, state)
  // If the amount is wrong, suggest no provider. A provider that ignores the amount can be chosen, but isn't suggested.
  const seller = named(chosen) ?? (wrong === undefined ? (named(suggestion) ?? sellers[0]) : undefined)
  const stateOfSeller = seller && sellerState(state, seller)
  const off = stateOfSeller?.disabled ?? true
  // Until all prices have arrived, another provider may become the suggestion.
  const undecided = !settled && !named(chosen)
  const fits = limits && paymentCurrency && paymentAmount && !problem
  const byBank = fits && !paymentMethods(paymentCurrency, paymentAmount).includes('card')
  return (
    <>
      {sellers.some(({ quotes }) => quotes) && (
        <BuyForm
          byBank={Boolean(byBank)}
          quote={undecided ? undefined : stateOfSeller?.quote}
          field={field}
          network={stateOfSeller?.deliveryNetwork ?? networkName(language, here)}
        />
      )}
      <div className="list">
        {sellers.map((one) => (
          <OnRampProviderRow
            key={one.name}
            seller={one}
            network={networkName(language, here)}
            // A provider that can't sell this amount isn't marked. The button says what is wrong.
            chosen={one === seller && !(off && wrong)}
            choose={() => setChosen(one.name)}
          />
        ))}
      </div>
      <button
        type="button"
        className="primary"
        disabled={undecided || field.readings.length > 0 || off}
        data-testid="buy-continue"
        onClick={() => seller && buyWith(latchkey, seller.name)}
      >
        {(off && wrong) || say(buyWords, 'continueWith', { provider: clip(seller?.label ?? '') })}
      </button>
      <div className="ways">
        <button
          type="button"
          className="plain"
          data-testid="how-it-works"
          onClick={() => {
            onramp.explain().catch(() => {})
            router.push('WhatIsABuy')
          }}
        >
          <Icon name="help" size={16} />
          {say(buyWords, 'how')}
        </button>
        {sellers.some(({ name }) => name === 'coinbase') && (
          <button
            type="button"
            className="plain"
            data-testid="purchases"
            onClick={() => router.push('OnRampActivity')}
          >
            <Icon name="activity" size={16} />
            {say(buyWords, 'purchases')}
          </button>
        )}
      </div>
      <LegalFooter />
    </>
  )
}
