import type { Coin } from './cosmos-doc.ts'
import { objectAt, refused, textAt } from './refused.ts'

/** Integers of 64 bits are texts in JSON. Where wallets also take a number, one that JSON does not round is accepted. */
export function integerText(value: unknown, field: string, textOnly = false): string {
  const text = typeof value === 'number' && !textOnly && Number.isSafeInteger(value) ? String(value) : value
  if (typeof text === 'string' && /^(0|[1-9]\d{0,38})$/.test(text)) return text
  throw refused(field, 'must be a whole number, written as a text')
}

/** @throws `validation/invalid-input` that names the malformed coin. */
export function coinsOf(value: unknown, field: string): readonly Coin[] {
  if (!Array.isArray(value)) throw refused(field, 'must be a list of { denom, amount }')
  return value.map((coin: unknown, index) => {
    const { denom, amount } = objectAt(coin, `${field}[${index}]`)
    return {
      denom: textAt(denom, `${field}[${index}].denom`),
      amount: integerText(amount, `${field}[${index}].amount`, true),
    }
  })
}

/** True for `{ denom, amount }` and nothing else. */
export function isPlainCoin(value: unknown): value is Coin {
  const coin = value as { readonly denom?: unknown; readonly amount?: unknown } | null
  return typeof coin?.denom === 'string' && typeof coin.amount === 'string' && Object.keys(coin).length === 2
}

export function coinText({ amount, denom }: Coin): string {
  return `${amount} ${denom}`
}
