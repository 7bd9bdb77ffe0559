import type { AmountField } from '../../hooks/use-amount-field.ts'
import { sendWords } from '../../language/english/send.ts'
import { amountInField, separatorIn } from '../../language/read-amount.ts'
import { useLanguage } from '../../language/use-language.ts'

/** Asks which of two amounts the visitor means. Shows both without group separators, which made the text ambiguous. */
export function AmountReadings({ readings, choose }: Pick<AmountField, 'readings' | 'choose'>) {
  const { say, tag } = useLanguage()
  const asks = readings.length > 0
  // Render the status even while it is empty. Screen readers announce changes of a status, but not a status that is added
  // together with its text.
  return (
    <div className={asks ? 'under' : 'hidden'} role="status" data-testid="amount-readings">
      {asks && <span>{say(sendWords, 'whichAmount')}</span>}
      {asks && (
        <span className="line-up">
          {readings.map((reading) => (
            <button
              key={reading}
              type="button"
              className="plain"
              data-testid={`amount-${reading}`}
              onClick={() => choose(reading)}
            >
              <bdi dir="ltr">{amountInField(separatorIn(tag), reading)}</bdi>
            </button>
          ))}
        </span>
      )}
    </div>
  )
}
