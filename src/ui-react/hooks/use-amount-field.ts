import { type ChangeEvent, type RefObject, useMemo, useRef, useState } from 'react'
import { amountInField, readAmount, separatorIn } from '../language/read-amount.ts'
import { useLanguage } from '../language/use-language.ts'
import { useRuntime } from '../runtime.ts'
import { useController } from './use-controller.ts'

export interface AmountField {
  /** The props for the field's `<input>`. */
  readonly input: {
    readonly ref: RefObject<HTMLInputElement | null>
    readonly value: string
    readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void
    readonly onBlur: () => void
  }
  /** The two amounts, if the text is ambiguous. No amount is set until the visitor chooses one. */
  readonly readings: readonly string[]
  readonly choose: (reading: string) => void
}

/** The text that the visitor typed, and the amount that the text means. */
interface Typed {
  readonly text: string
  readonly amount: string
  readonly readings: readonly string[]
  /** The language and the account at the time of typing. */
  readonly where: string
}

/**
 * Reads an amount in the number format of the visitor's language. `value` and `set` use decimal text. The field shows the typed
 * text until the visitor leaves the field, and an ambiguous text until the visitor chooses a reading. Replacing a separator while
 * the visitor types would decide its meaning too early.
 */
export function useAmountField(value: string, set: (text: string) => void): AmountField {
  const { tag } = useLanguage()
  const { latchkey } = useRuntime()
  const { activeNamespace } = useController(latchkey.network)
  const { caipAddress } = useController(latchkey.account)[activeNamespace]
  const where = `${tag} ${caipAddress}`
  const separator = useMemo(() => separatorIn(tag), [tag])
  const [last, setLast] = useState<Typed>()
  const ref = useRef<HTMLInputElement>(null)
  // An amount that was set elsewhere replaces the text.
  const typed = last?.amount === value && last.where === where ? last : undefined
  return {
    input: {
      ref,
      value: typed ? typed.text : amountInField(separator, value),
      onChange({ target }) {
        const read = readAmount(separator, target.value)
        const amount = 'text' in read ? read.text : ''
        setLast({ text: target.value, amount, readings: 'readings' in read ? read.readings : [], where })
        set(amount)
      },
      onBlur() {
        if (typed?.readings.length === 0) setLast(undefined)
      },
    },
    readings: typed?.readings ?? [],
    choose(reading) {
      setLast(undefined)
      set(reading)
      // Move the focus, because the focused button is about to be removed.
      ref.current?.focus()
    },
  }
}
