import { useState } from 'react'
import { amountInField, readAmount } from '../language/read-amount.ts'
import { useLanguage } from '../language/use-language.ts'

export interface AmountField {
  /** The text of the input. */
  readonly shown: string
  readonly change: (typed: string) => void
  /** What the text can mean, if it can mean two amounts. No amount is set until the visitor chooses. */
  readonly readings: readonly string[]
  readonly choose: (reading: string) => void
}

/** Reads an amount as the visitor's language writes it. `value` and `set` have it as decimal text. */
export function useAmountField(value: string, set: (text: string) => void): AmountField {
  const { tag } = useLanguage()
  const [unclear, setUnclear] = useState<{ readonly typed: string; readonly readings: readonly string[] }>()
  // An amount that was set elsewhere replaces the text.
  const asks = value === '' ? unclear : undefined
  return {
    shown: asks ? asks.typed : amountInField(tag, value),
    readings: asks?.readings ?? [],
    change(typed) {
      const read = readAmount(tag, typed)
      setUnclear('readings' in read ? { typed, readings: read.readings } : undefined)
      set('text' in read ? read.text : '')
    },
    choose(reading) {
      setUnclear(undefined)
      set(reading)
    },
  }
}
