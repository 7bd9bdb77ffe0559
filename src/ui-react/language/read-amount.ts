import { asciiDigits } from './ascii-digits.ts'

/** The meaning of a typed or pasted amount. */
export type ReadAmount =
  | { readonly text: string }
  /** The two meanings of an ambiguous text, as decimal text: a whole number with a group separator, or a fraction. */
  | { readonly readings: readonly [whole: string, fraction: string] }

/** Separators that only group digits: spaces, apostrophes, and the Arabic thousands separator. */
const groups = /[\s'’٬]/gu
/** Marks of the writing direction, which surround copied numbers. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** A decimal separator. */
type Separator = ',' | '.'

/** Returns the decimal separator that the field shows in a language. */
export function separatorIn(tag: string): Separator {
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/**
 * Converts an amount in the language's number format to decimal text for `parseAmount`. `own` is the language's decimal
 * separator. Another separator groups digits if it can't be a decimal separator. Text that isn't a number is returned as it is.
 */
export function readAmount(own: Separator, typed: string): ReadAmount {
  const other = own === ',' ? '.' : ','
  const digits = asciiDigits(typed.replace(directions, '').trim())
  // Japanese and Chinese keyboards have full-width separators.
  const ascii = digits.replaceAll('．', '.').replaceAll('，', ',')
  const text = ascii.replace('٫', own).replace(groups, ' ')
  if (text.includes(' ')) return { text: ungrouped(text, ' ', '.,') ?? typed }
  const [whole = '', fraction = '', ...more] = text.split(other)
  const isOnce = more.length === 0 && text.includes(other)
  if (isOnce && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction))
    return { readings: [whole + fraction, `${whole}.${fraction}`] }
  // Many keyboards lack the language's decimal separator. So another separator that occurs once counts as the decimal separator.
  const plain = isOnce ? text.replace(other, '.') : text.replace(own, '.')
  return { text: decimal.test(plain) ? plain : (ungrouped(text, other, own) ?? typed) }
}

const decimal = /^\d*\.?\d*$/

/**
 * Returns the decimal text of a number whose digits `group` separates into groups of three. As in Hindi, the groups before the
 * last group may have two digits instead. Returns undefined for any other text.
 */
function ungrouped(text: string, group: string, separators: string): string | undefined {
  const [whole = ''] = text.split(new RegExp(`[${separators}]`))
  const rest = text.slice(whole.length).replace(',', '.')
  const isGrouped =
    new RegExp(String.raw`^[1-9]\d{0,2}([${group}]\d{3})+$`).test(whole) ||
    new RegExp(String.raw`^[1-9]\d?([${group}]\d{2})+[${group}]\d{3}$`).test(whole)
  return isGrouped && /^(\.\d*)?$/.test(rest) ? whole.replaceAll(group, '') + rest : undefined
}

/** Formats decimal text with the language's separator, without groups. Text that isn't a number is returned as it is. */
export function amountInField(separator: Separator, text: string): string {
  return decimal.test(text) ? text.replace('.', separator) : text
}
