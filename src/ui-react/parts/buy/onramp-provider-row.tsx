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
import { buyWith } from './start-buying.ts'

/** An on-ramp provider with its quote. Disabled when the quote is only a fallback estimate (S4). */
export function OnRampProviderRow({
  seller: { name, label, feeRange, quotes: says },
  network,
}: {
  readonly seller: OnRampProviderInfo
  readonly network: string
}) {
  const { say, tag } = useLanguage()
  const { latchkey } = useRuntime()
  const { unavailableProviders, deliveryNetwork, quotes, quotesLoading, paymentAmount, problem } =
    useController(latchkey.onramp)
  const wanted = says && paymentAmount.trim() !== ''
  const quote = wanted ? quotes[name] : undefined
  const missing = unavailableProviders.includes(name)
  const unpriced = quote?.source === 'fallback'
  return (
    <Row
      lead={<WalletIcon name={label} round />}
      name={label}
      note={
        missing
          ? say(buyWords, 'absent', { network })
          : unpriced
            ? say(buyWords, 'noPrice')
            : name === 'coinbase' && deliveryNetwork
              ? say(buyWords, 'arrives', { network: deliveryNetwork })
              : says || !paymentAmount.trim()
                ? say(buyWords, 'fee', { range: feeRange })
                : say(buyWords, 'there')
      }
      tag={
        <>
          {quote?.source === 'provider' ? (
            <bdi dir="ltr" className="amount">
              {decimalIn(tag, boughtAmount(quote.purchaseAmount.amount))}{' '}
              {clip(quote.purchaseAmount.currency)}
            </bdi>
          ) : (
            wanted && quotesLoading && !problem && <span className="spin" aria-hidden="true" />
          )}
          <Icon name="out" size={16} />
        </>
      }
      disabled={missing || (wanted && (problem !== undefined || quote?.source !== 'provider'))}
      testId={`onramp-provider-${name}`}
      onClick={() => buyWith(latchkey, name)}
    />
  )
}
