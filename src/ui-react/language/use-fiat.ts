import { useController } from '../hooks/use-controller.ts'
import { useRuntime } from '../runtime.ts'
import { fiatIn, littleFiatIn } from './fiat.ts'
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
  return {
    fiat: (value) => fiatIn(tag, currency, value),
    littleFiat: (value) => littleFiatIn(tag, currency, value),
  }
}
