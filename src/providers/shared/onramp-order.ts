import { latchkeyError } from '../../core/errors/latchkey-error.ts'
import type { OnRampOrder } from '../../core/wallet/payments/onramp.ts'

type Codes<T> = Readonly<Record<string, Readonly<Record<string, T>>>>

/**
 * Returns the provider's code of the coin to buy, from tables by CAIP-2 id and symbol. If several tables contain the coin, the
 * last one counts.
 * @throws `onramp/unsupported` for a coin without a known code, because with a wrong code the provider would sell another coin
 */
export function codeOf<T>(
  provider: string,
  { network, purchaseCurrency: { symbol } }: OnRampOrder,
  ...tables: readonly (Codes<T> | undefined)[]
): T {
  const known: Readonly<Record<string, T>> = Object.assign(
    {},
    ...tables.map((table) => table?.[network.caipNetworkId]),
  )
  if (Object.hasOwn(known, symbol)) return known[symbol] as T
  throw latchkeyError('onramp/unsupported', { values: { provider, network: network.name } })
}

/** Returns the provider's names of coins whose code is their symbol. `network` is the provider's name of their network. */
export function coinsOn(
  network: string,
  ...codes: readonly string[]
): Readonly<Record<string, { readonly code: string; readonly network: string }>> {
  return Object.fromEntries(codes.map((code) => [code, { code, network }]))
}

/**
 * Returns plain decimal text. Returns undefined for any other value, such as a negative number, or a tiny number that JavaScript
 * writes with an exponent.
 */
export function decimal(value: unknown): string | undefined {
  const text = typeof value === 'number' || typeof value === 'string' ? `${value}` : ''
  return /^\d{1,20}(\.\d{1,20})?$/.test(text) ? text : undefined
}
