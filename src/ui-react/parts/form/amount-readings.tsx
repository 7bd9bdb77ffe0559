import type { AmountField } from '../../hooks/use-amount-field.ts'
import { decimalIn } from '../../language/amount.ts'
import { sendWords } from '../../language/english/send.ts'
import { useLanguage } from '../../language/use-language.ts'

/** Asks which of two amounts the visitor means. */
export function AmountReadings({ readings, choose }: Pick<AmountField, 'readings' | 'choose'>) {
  const { say, tag } = useLanguage()
  if (readings.length === 0) return null
  return (
    <div className="under" role="status" data-testid="amount-readings">
      <span>{say(sendWords, 'whichAmount')}</span>
      <span className="line-up">
        {readings.map((reading) => (
          <button
            key={reading}
            type="button"
            className="plain"
            data-testid={`amount-${reading}`}
            onClick={() => choose(reading)}
          >
            <bdi dir="ltr">{decimalIn(tag, reading)}</bdi>
          </button>
        ))}
      </span>
    </div>
  )
}
