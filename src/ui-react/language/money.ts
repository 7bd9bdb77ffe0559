import { formatDecimal } from '../../core/amounts/format.ts'

/** Formats a decimal string in a currency, with the currency's decimals. Whole amounts have no decimals. */
export function moneyIn(tag: string, amount: string, currency: string): string {
  const whole = /^\d+(\.0*)?$/.test(amount)
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0 }),
  }).format(amount as `${number}`)
}

/** Returns the symbol of a currency, such as `€`. */
export function signOfCurrency(tag: string, currency: string): string {
  const parts = new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
  }).formatToParts(0)
  return parts.find(({ type }) => type === 'currency')?.value ?? currency
}

export function nameOfCurrency(tag: string, currency: string): string {
  return new Intl.DisplayNames(tag, { type: 'currency' }).of(currency) ?? currency
}

const boughtDecimals = 6

/** Formats a bought amount as a decimal string, truncated to 6 decimals, without trailing zeros. */
export function boughtAmount(amount: string): string {
  return formatDecimal(amount, boughtDecimals).replace(/\.?0+$/, '')
}
