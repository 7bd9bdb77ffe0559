import { onRamp as limitsOfView } from '../../../core/limits.ts'
import type { AmountField } from '../../hooks/use-amount-field.ts'
import { useController } from '../../hooks/use-controller.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { decimalIn } from '../../language/amount.ts'
import { buyWords } from '../../language/english/buy.ts'
import { boughtAmount, moneyIn, signOfCurrency } from '../../language/money.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { AmountReadings } from '../form/amount-readings.tsx'
import { useFieldStyles } from '../form/field-styles.ts'
import { usePickStyles } from '../form/pick-styles.ts'
import { Icon } from '../icon.tsx'
import { clip } from '../row.tsx'
import css from './buy-form.css?inline'
import type { SellerState } from './seller-state.ts'

interface BuyFormProps {
  readonly byBank: boolean
  /** The quote of the provider that the visitor would buy from. */
  readonly quote: SellerState['quote']
  readonly field: AmountField
  /** The name of the network on which the bought currency arrives. */
  readonly network: string
}

/** Shows the amount to pay and the currency to buy. */
export function BuyForm({ byBank, quote, field, network }: BuyFormProps) {
  useFieldStyles()
  usePickStyles()
  useStyles(css)
  const { say, tag } = useLanguage()
  const { latchkey } = useRuntime()
  const { onramp, router } = latchkey
  const state = useController(onramp)
  const { paymentAmount, paymentCurrency, purchaseCurrency, purchaseAmount, limits, problem } = state
  if (!paymentCurrency || !purchaseCurrency) return <div className="room" aria-busy="true" />
  const money = (amount: string) => moneyIn(tag, amount, paymentCurrency.id)
  const sign = signOfCurrency(tag, paymentCurrency.id)
  const gets = quote?.source === 'provider' ? quote.purchaseAmount.amount : undefined
  const isFallback = (one: typeof quote) => one?.source === 'fallback'
  const unpriced = isFallback(quote) || (!purchaseAmount && Object.values(state.quotes).some(isFallback))
  return (
    <div className="form">
      <div className="field">
        <label htmlFor="lk-pays">{say(buyWords, 'pays')}</label>
        <div className="line-up">
          {/* A currency without a symbol is shown by its code, beside the field. */}
          {sign !== paymentCurrency.id && <bdi className="big">{sign}</bdi>}
          <input
            id="lk-pays"
            className="big"
            inputMode="decimal"
            autoComplete="off"
            placeholder="0"
            dir="ltr"
            {...field.input}
            aria-invalid={problem !== undefined}
            aria-describedby="lk-pays-note"
            data-testid="buy-amount"
          />
          <button
            type="button"
            className="pick worded"
            data-testid="buy-currency"
            onClick={() => router.push('OnRampFiatSelect')}
          >
            <bdi>{paymentCurrency.id}</bdi>
            <Icon name="forward" size={16} />
          </button>
        </div>
        <AmountReadings {...field} />
        <div className="under" id="lk-pays-note" role="status">
          <span className={problem ? 'short' : undefined} data-testid="buy-note">
            {problem === 'value'
              ? say(buyWords, 'incorrect')
              : byBank
                ? say(buyWords, 'byBank')
                : limits && say(buyWords, 'range', { min: money(limits.min), max: money(limits.max) })}
          </span>
        </div>
      </div>
      <div className="presets">
        {limitsOfView.presets.map((preset) => (
          <button
            key={preset}
            type="button"
            aria-pressed={paymentAmount === `${preset}`}
            data-testid={`buy-preset-${preset}`}
            onClick={() => void onramp.setPaymentAmount(`${preset}`)}
          >
            <bdi dir="ltr">{money(`${preset}`)}</bdi>
          </button>
        ))}
      </div>
      <div className="field">
        <span className="label">{say(buyWords, 'gets')}</span>
        <div className="line-up">
          <span className={gets ? 'gets big' : 'gets none'} role="status" data-testid="buy-gets">
            {gets ? (
              <bdi dir="ltr">{decimalIn(tag, boughtAmount(gets))}</bdi>
            ) : state.quotesLoading ? (
              say(buyWords, 'asking')
            ) : unpriced ? (
              <>
                {say(buyWords, 'noPrice')}
                <button
                  type="button"
                  className="plain"
                  data-testid="buy-ask-again"
                  onClick={() => void onramp.getQuotes()}
                >
                  <Icon name="retry" size={16} />
                  {say(buyWords, 'again')}
                </button>
              </>
            ) : (
              // Show a dash if there is a problem with the typed amount, or if the provider quotes no price.
              (paymentAmount.trim() && '–') || say(buyWords, 'amountHint')
            )}
          </span>
          <button
            type="button"
            className="pick worded"
            data-testid="buy-token"
            onClick={() => router.push('OnRampTokenSelect')}
          >
            <bdi>{clip(purchaseCurrency.symbol)}</bdi>
            <Icon name="forward" size={16} />
          </button>
        </div>
        <div className="under">
          <span data-testid="buy-network">{say(buyWords, 'arrives', { network })}</span>
        </div>
      </div>
    </div>
  )
}
