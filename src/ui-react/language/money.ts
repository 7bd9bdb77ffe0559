import { formatDecimal } from '../../core/format.ts'

/** A sum of a currency as the language writes it, exact: from text to text. Whole sums have no decimals. */
export function moneyIn(tag: string, amount: string, currency: string): string {
  const whole = /^\d+(\.0*)?$/.test(amount)
  return new Intl.NumberFormat(tag, {
    style: 'currency',
    currency,
    currencyDisplay: 'narrowSymbol',
    ...(whole && { minimumFractionDigits: 0 }),
  }).format(amount as `${number}`)
}

/** The sign of a currency, such as `€`. */
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

/** What is bought, cut to 6 decimals, without zeros at its end: exact decimal text. */
export function boughtAmount(amount: string): string {
  return formatDecimal(amount, boughtDecimals).replace(/\.?0+$/, '')
}
