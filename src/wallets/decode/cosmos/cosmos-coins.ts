import { objectAt, refused, textAt } from '../refused.ts'
import type { Coin } from './cosmos-doc.ts'

/**
 * Returns a whole number as text. Pages should pass it as text. Without `textOnly`, also accepts a
 * JavaScript number that is a safe integer, as some wallets do.
 */
export function integerText(value: unknown, field: string, textOnly = false): string {
  const text = typeof value === 'number' && !textOnly && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && /^(0|[1-9]\d{0,38})$/.test(text)) return text
  throw refused(field, 'must be a whole number, written as a text')
}

/** Match valid denoms (`ValidateDenom` of the Cosmos SDK), and amounts of up to 78 digits (256 bits). */
const denomForm = /^[a-zA-Z][a-zA-Z0-9/:._-]{2,127}$/
const amountForm = /^(0|[1-9]\d{0,77})$/

/**
 * Reads a list of coins.
 * @throws `validation/invalid-input`, which names the invalid coin.
 */
export function coinsOf(value: unknown, field: string): readonly Coin[] {
  if (!Array.isArray(value)) throw refused(field, 'must be an array of { denom, amount }')
  return value.map((coin: unknown, index) => {
    const { denom, amount, ...more } = objectAt(coin, `${field}[${index}]`)
    const [extra] = Object.keys(more)
    if (extra !== undefined) throw refused(`${field}[${index}].${extra}`, "isn't a field of a coin")
    if (!denomForm.test(textAt(denom, `${field}[${index}].denom`)))
      throw refused(`${field}[${index}].denom`, "isn't a valid denom")
    if (!amountForm.test(textAt(amount, `${field}[${index}].amount`)))
      throw refused(`${field}[${index}].amount`, 'must be a whole number, written as a text')
    return { denom, amount } as Coin
  })
}

/** Returns whether the value is exactly `{ denom, amount }` in the network's format. */
export function isPlainCoin(value: unknown): value is Coin {
  const coin = value as { readonly denom?: unknown; readonly amount?: unknown } | null
  return (
    typeof coin?.denom === 'string' &&
    typeof coin.amount === 'string' &&
    denomForm.test(coin.denom) &&
    amountForm.test(coin.amount) &&
    Object.keys(coin).length === 2
  )
}

export function coinText({ amount, denom }: Coin): string {
  return `${amount} ${denom}`
}
