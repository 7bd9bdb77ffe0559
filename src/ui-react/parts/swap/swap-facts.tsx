import type { SwapReview, SwapTerms } from '../../../controllers/features/swap/swap.ts'
import { worthAt } from '../../../core/amounts/swap-figures.ts'
import { swapLimits } from '../../../core/limits.ts'
import type { Amount } from '../../../core/wallet/transaction.ts'
import { brief, shortened } from '../../language/amount.ts'
import { swapWords } from '../../language/english/swap.ts'
import { percentIn } from '../../language/percent.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { WholeAddress } from '../account/whole-address.tsx'
import { Fact } from '../fact.tsx'
import { clip } from '../row.tsx'

export interface SwapFactsProps {
  readonly terms: SwapTerms
  /** The native coin's price in the option `currency`. */
  readonly coinPrice: number | undefined
  /** The review of the next step, once it is known. */
  readonly review?: SwapReview | undefined
  /** Whether the review is about to arrive. Reserves its space, so that the buttons below don't move when it arrives. */
  readonly reviewing?: boolean
}

/** Shows the details of a swap (S3.9.4). */
export function SwapFacts({ terms, coinPrice, review, reviewing = false }: SwapFactsProps) {
  const { say, tag } = useLanguage()
  const { littleFiat } = useFiat()
  const { from, to, minimum, slippage, priceImpact, providerFee, route, networkFee } = terms
  const percent = percentIn(tag)
  const amount = (value: bigint, of: { decimals: number; symbol: string }) =>
    `${brief(tag, { value, decimals: of.decimals })} ${clip(of.symbol)}`
  const fee: Amount = review?.fee ?? networkFee
  const worth = worthAt(coinPrice, fee)
  return (
    <dl className="facts" data-testid="swap-facts">
      <Fact what={say(swapWords, 'minimum')}>
        <bdi dir="ltr" data-testid="swap-minimum">
          {amount(minimum, to)}
        </bdi>
      </Fact>
      <Fact what={say(swapWords, 'slippage')}>
        <bdi dir="ltr" data-testid="swap-slippage">
          {percent(slippage)}
        </bdi>
      </Fact>
      {priceImpact !== undefined && (
        <Fact what={say(swapWords, 'impact')}>
          <bdi
            dir="ltr"
            className={priceImpact < swapLimits.impactWarning ? undefined : 'warned'}
            data-testid="swap-impact"
          >
            {percent(priceImpact)}
          </bdi>
        </Fact>
      )}
      <Fact what={say(swapWords, 'route')}>
        <bdi dir="ltr" data-testid="swap-route">
          {route.map(clip).join(' → ')}
        </bdi>
      </Fact>
      <Fact what={say(swapWords, 'networkFee')}>
        <bdi dir="ltr" data-testid="swap-fee">
          {shortened(tag, fee)} {clip(fee.symbol)}
        </bdi>
        {worth !== undefined && (
          <span className="note">
            <bdi dir="ltr">{littleFiat(worth)}</bdi>
          </span>
        )}
      </Fact>
      {providerFee !== undefined && (
        <Fact what={say(swapWords, 'providerFee')}>
          <bdi dir="ltr" data-testid="swap-provider-fee">
            {amount(providerFee, from)} · {percent((Number(providerFee) / Number(terms.amount)) * 100)}
          </bdi>
        </Fact>
      )}
      {review?.step === 'swap' && review.deadline === undefined && (
        <Fact what={say(swapWords, 'deadline')}>{say(swapWords, 'noDeadline')}</Fact>
      )}
      {(review || reviewing) && (
        <div className="tall">
          <dt>{say(swapWords, 'exchange')}</dt>
          <dd aria-busy={!review || undefined}>
            {review ? <WholeAddress address={review.spender} /> : <span className="skeleton address" />}
          </dd>
        </div>
      )}
    </dl>
  )
}
