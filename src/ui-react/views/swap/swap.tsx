import { type FormEvent, type ReactNode, useEffect } from 'react'
import type { MissingSwapInput } from '../../../controllers/features/swap/swap.ts'
import { worthAt } from '../../../core/amounts/swap-figures.ts'
import type { SwapToken } from '../../../core/wallet/payments/swap-provider.ts'
import { useAmountField } from '../../hooks/use-amount-field.ts'
import { useStyles } from '../../hooks/use-styles.ts'
import { useSwap, useSwapTokens } from '../../hooks/use-swap.ts'
import { brief } from '../../language/amount.ts'
import { sendWords } from '../../language/english/send.ts'
import { swapWords } from '../../language/english/swap.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { InlineError } from '../../parts/error/inline-error.tsx'
import { AmountReadings } from '../../parts/form/amount-readings.tsx'
import { amountSize } from '../../parts/form/amount-size.ts'
import { useFieldStyles } from '../../parts/form/field-styles.ts'
import { Icon } from '../../parts/icon.tsx'
import { LazyPart } from '../../parts/lazy-part.tsx'
import { networkName } from '../../parts/names.ts'
import { useReviewStyles } from '../../parts/review-styles.ts'
import { clip } from '../../parts/row.tsx'
import { BadImpact } from '../../parts/swap/bad-impact.tsx'
import { rateIn } from '../../parts/swap/rate.ts'
import { SwapTokenIcon } from '../../parts/swap/swap-token-icon.tsx'
import { TokenPick } from '../../parts/token/token-pick.tsx'
import { usePrefetch, usePrefetched } from '../../prefetch.ts'
import { useRuntime } from '../../runtime.ts'
import css from './swap.css?inline'

const loadFacts = async () => (await import('../../parts/swap/swap-facts.tsx')).SwapFacts
const loadApproval = async () => (await import('../../parts/swap/open-approval.tsx')).OpenApproval

const labels = {
  token: 'selectToken',
  amount: 'enterAmount',
  value: 'enterAmount',
  funds: 'insufficient',
} as const satisfies Record<MissingSwapInput, keyof (typeof swapWords)['strings']>

/** Shows the swap form with its quote (S3.9.4). */
export function SwapView() {
  useFieldStyles()
  useReviewStyles()
  useStyles(css)
  const language = useLanguage()
  const { say, tag } = language
  const { fiat } = useFiat()
  const { latchkey } = useRuntime()
  const { swap, router } = latchkey
  const state = useSwap()
  usePrefetch('SwapSelectToken', 'SwapPreview')
  usePrefetched(loadFacts)
  const { sourceToken, toToken, toNetwork, sourceTokenAmount, amount, sourceBalance, toBalance, terms } =
    state
  const { missing, loadingQuote, loadingTokens, tokens, network, error, coinPrice, waiting, approval } = state
  const known = useSwapTokens()

  const field = useAmountField(sourceTokenAmount, (text) => void swap.setAmount(text))

  // If swaps aren't available on this network, show the view `UnsupportedChain`, which lists the
  // networks with swaps.
  useEffect(() => {
    if (network && tokens.length === 0 && router.state.view === 'Swap')
      router.replace('UnsupportedChain', { swapUnsupportedChain: true })
  }, [router, network, tokens])

  const priced = (token: SwapToken | undefined, price: number | undefined, value: bigint | undefined) => {
    const worth = token && value !== undefined && worthAt(price, { value, decimals: token.decimals })
    return worth !== undefined && worth !== false && <bdi dir="ltr">{fiat(worth)}</bdi>
  }
  const amountError =
    missing === 'value'
      ? say(sendWords, 'incorrectValue')
      : missing === 'funds'
        ? say(sendWords, 'tooMuch')
        : undefined
  const gets = terms && brief(tag, { value: terms.toAmount, decimals: terms.to.decimals })
  const submit = (event: FormEvent) => {
    event.preventDefault()
    if (!missing && terms) router.push('SwapPreview')
  }
  if (!known && error && !loadingTokens)
    return (
      <>
        <InlineError error={error} act="swap" />
        <button
          type="button"
          className="primary"
          data-testid="swap-again"
          onClick={() => swap.begin(router.state.data?.swap).catch(() => {})}
        >
          {say(swapWords, 'again')}
        </button>
      </>
    )
  return (
    <form className="form" onSubmit={submit}>
      {approval && <LazyPart load={loadApproval} />}
      <div className="both">
        <div className="field">
          <label htmlFor="lk-give">{say(swapWords, 'give')}</label>
          <div className="line-up">
            <input
              id="lk-give"
              className={amountSize(field.input.value)}
              inputMode="decimal"
              autoComplete="off"
              placeholder="0"
              dir="ltr"
              {...field.input}
              disabled={!sourceToken || waiting !== undefined}
              aria-invalid={amountError !== undefined}
              aria-describedby="lk-give-note"
              data-testid="swap-input-sourceToken"
            />
            <TokenPick
              symbol={sourceToken?.symbol}
              icon={sourceToken && <SwapTokenIcon token={sourceToken} size={24} />}
              label={say(swapWords, known ? 'selectToken' : 'loadingTokens')}
              testId="swap-pick-sourceToken"
              onClick={() => router.push('SwapSelectToken', { target: 'sourceToken' })}
            />
          </div>
          <AmountReadings {...field} />
          <div className="under">
            {/* Without the value in fiat money, which would be announced at each quote. */}
            <span id="lk-give-note" role="status" className={amountError && 'short'}>
              {amountError}
            </span>
            {!amountError && priced(sourceToken, terms?.from.price, amount)}
            {sourceBalance && (
              <Held short={missing === 'funds'}>
                {say(sendWords, 'available', {
                  amount: `${brief(tag, sourceBalance)} ${clip(sourceToken?.symbol ?? '')}`,
                })}
                <button
                  type="button"
                  className="plain"
                  data-testid="swap-max"
                  disabled={waiting !== undefined}
                  onClick={() => void swap.setMaximum().catch(() => {})}
                >
                  {say(sendWords, 'max')}
                </button>
              </Held>
            )}
          </div>
        </div>
        <button
          type="button"
          className="turn"
          aria-label={say(swapWords, 'turn')}
          data-testid="swap-turn"
          // A swap always pays on the active network, so a token on another network can't become
          // the token to pay.
          disabled={waiting !== undefined || toNetwork !== undefined}
          onClick={() => void swap.switchTokens()}
        >
          <Icon name="turn" size={20} />
        </button>
        <div className="field">
          <label htmlFor="lk-get">{say(swapWords, 'get')}</label>
          <div className="line-up" aria-busy={loadingQuote || undefined}>
            {loadingQuote && !terms ? (
              <span className="big skeleton">
                <span className="hidden">{say(swapWords, 'quoting')}</span>
              </span>
            ) : (
              <output
                id="lk-get"
                htmlFor="lk-give"
                dir="ltr"
                className={gets ? amountSize(gets) : 'big none'}
                data-testid="swap-input-toToken"
              >
                {gets ?? '0'}
              </output>
            )}
            <TokenPick
              symbol={toToken?.symbol}
              icon={toToken && <SwapTokenIcon token={toToken} on={toNetwork} size={24} />}
              label={say(swapWords, 'selectToken')}
              testId="swap-pick-toToken"
              onClick={() => router.push('SwapSelectToken', { target: 'toToken' })}
            />
          </div>
          <div className="under">
            <span>
              {priced(toToken, terms?.to.price, terms?.toAmount)}
              {toNetwork && <bdi data-testid="swap-to-network">{networkName(language, toNetwork)}</bdi>}
            </span>
            {toBalance && (
              <Held>
                {say(sendWords, 'available', {
                  amount: `${brief(tag, toBalance)} ${clip(toToken?.symbol ?? '')}`,
                })}
              </Held>
            )}
          </div>
        </div>
      </div>
      {/* The warning is above the details, which can be longer than the screen. */}
      {terms && <BadImpact terms={terms} />}
      {terms && (
        <details className="more">
          <summary data-testid="swap-details">
            <bdi dir="ltr">
              {say(swapWords, 'rate', {
                from: clip(terms.from.symbol),
                to: clip(terms.to.symbol),
                amount: rateIn(
                  tag,
                  { value: terms.amount, decimals: terms.from.decimals },
                  { value: terms.toAmount, decimals: terms.to.decimals },
                ),
              })}
            </bdi>
            <Icon name="forward" size={16} />
          </summary>
          <LazyPart load={loadFacts} terms={terms} coinPrice={coinPrice} />
        </details>
      )}
      <InlineError error={error} act="swap" />
      {error && !missing ? (
        <button
          type="button"
          className="primary"
          data-testid="swap-again"
          onClick={() => void swap.refresh()}
        >
          {say(swapWords, 'again')}
        </button>
      ) : (
        <button
          type="submit"
          className="primary"
          disabled={missing !== undefined || !terms || waiting !== undefined}
          data-testid="swap-action-button"
        >
          {say(swapWords, missing ? labels[missing] : 'review')}
        </button>
      )}
    </form>
  )
}

function Held({ short = false, children }: { readonly short?: boolean; readonly children: ReactNode }) {
  return <span className={short ? 'line-up short' : 'line-up'}>{children}</span>
}
