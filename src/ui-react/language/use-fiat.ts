import { useMemo } from 'react'
import { useController } from '../hooks/use-controller.ts'
import { useRuntime } from '../runtime.ts'
import { fiatFormat, littleFiat } from './fiat.ts'
import { useLanguage } from './use-language.ts'

export interface Fiat {
  /** Formats a value in the host's currency. */
  readonly fiat: (value: number) => string
  /** Formats a small value, such as a fee, so that it doesn't look free. */
  readonly littleFiat: (value: number) => string
}

/** Formats values in the option `currency`, in the visitor's language. */
export function useFiat(): Fiat {
  const { tag } = useLanguage()
  const { latchkey } = useRuntime()
  const currency = useController(latchkey.options, (options) => options.currency)
  return useMemo(() => {
    // Create the formatter only once, because creating a formatter takes longer than drawing a row.
    let made: Intl.NumberFormat | undefined
    const format = () => {
      made ??= fiatFormat(tag, currency)
      return made
    }
    return {
      fiat: (value) => format().format(value),
      littleFiat: (value) => littleFiat(format(), value),
    }
  }, [tag, currency])
}
