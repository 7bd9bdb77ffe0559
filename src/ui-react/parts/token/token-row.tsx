import type { TokenBalance } from '../../../core/wallet/token-balance.ts'
import { amountIn } from '../../language/amount.ts'
import { useFiat } from '../../language/use-fiat.ts'
import { useLanguage } from '../../language/use-language.ts'
import { clip } from '../row.tsx'
import { TokenIcon } from './token-icon.tsx'

/** Shows a token with its amount and, if known, its value. The row is a button if the token can be chosen. */
export function TokenRow({
  token,
  onClick,
}: {
  readonly token: TokenBalance
  readonly onClick?: (() => void) | undefined
}) {
  const { tag } = useLanguage()
  const { fiat } = useFiat()
  const { amount, name, value } = token
  const inside = (
    <>
      <TokenIcon {...token} symbol={amount.symbol} />
      <span className="grow">
        <bdi className="name">{clip(name || amount.symbol)}</bdi>
        <span className="note amount">
          <bdi dir="ltr">
            {amountIn(tag, amount)} {clip(amount.symbol)}
          </bdi>
        </span>
      </span>
      {value !== undefined && (
        <span className="tag amount">
          <bdi dir="ltr">{fiat(value)}</bdi>
        </span>
      )}
    </>
  )
  const testId = `token-${amount.symbol}`
  return onClick ? (
    <button type="button" className="row" data-testid={testId} onClick={onClick}>
      {inside}
    </button>
  ) : (
    <div className="row" data-testid={testId}>
      {inside}
    </div>
  )
}
