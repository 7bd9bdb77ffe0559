import type { OnRampProviderInfo } from '../../../core/wallet/payments/onramp.ts'
import { useController } from '../../hooks/use-controller.ts'
import { decimalIn } from '../../language/amount.ts'
import { buyWords } from '../../language/english/buy.ts'
import { boughtAmount } from '../../language/money.ts'
import { useLanguage } from '../../language/use-language.ts'
import { useRuntime } from '../../runtime.ts'
import { Icon } from '../icon.tsx'
import { clip, Row } from '../row.tsx'
import { WalletIcon } from '../wallet/wallet-icon.tsx'
import { sellerState } from './seller-state.ts'

/** Shows an on-ramp provider to choose, with its quote. */
export function OnRampProviderRow({
  seller,
  network,
  chosen,
  choose,
}: {
  readonly seller: OnRampProviderInfo
  readonly network: string
  readonly chosen: boolean
  readonly choose: () => void
}) {
  const { name, label, feeRange, quotes: says } = seller
  const language = useLanguage()
  const { say, tag } = language
  const { latchkey } = useRuntime()
  const state = useController(latchkey.onramp)
  const { quotesLoading, paymentAmount, problem } = state
  const { quote, wanted, missing, disabled, deliveryNetwork } = sellerState(state, seller)
  const unpriced = quote?.source === 'fallback'
  const about = missing
    ? say(buyWords, 'absent', { network })
    : unpriced
      ? say(buyWords, 'noPrice')
      : deliveryNetwork
        ? say(buyWords, 'arrives', { network: deliveryNetwork })
        : says || !paymentAmount.trim()
          ? say(buyWords, 'fee', { range: feeRange })
          : say(buyWords, 'there')
  return (
    <Row
      lead={<WalletIcon name={label} round />}
      name={label}
      note={
        quote?.source === 'provider' ? (
          <>
            <bdi dir="ltr" className="amount">
              {decimalIn(tag, boughtAmount(quote.purchaseAmount.amount))}{' '}
              {clip(quote.purchaseAmount.currency)}
            </bdi>
            {` · ${about}`}
          </>
        ) : (
          about
        )
      }
      tag={
        <>
          {quote?.source !== 'provider' && wanted && quotesLoading && !problem && (
            <span className="spin" aria-hidden="true" />
          )}
          {chosen && <Icon name="check" size={18} />}
        </>
      }
      disabled={disabled}
      pressed={chosen}
      testId={`onramp-provider-${name}`}
      onClick={choose}
    />
  )
}
