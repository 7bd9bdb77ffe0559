/** What a typed or pasted amount says. */
export type ReadAmount =
  | { readonly text: string }
  /** The text can mean two numbers: a whole one with a group separator, or a fraction. Both as decimal text. */
  | { readonly readings: readonly [whole: string, fraction: string] }

/** The zero of each set of digits that people type: ASCII, Arabic, Persian, Devanagari, Bengali, full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Separators that only group digits: spaces, apostrophes, and the Arabic thousands separator. */
const groups = /(?<=\d)[\s'’٬](?=\d)/gu
/** Marks of the writing direction, which surround copied numbers. */
const directions = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g

/** The decimal separator that the field shows in a language: a comma or a point. */
export function separatorIn(tag: string): ',' | '.' {
  const parts = new Intl.NumberFormat(tag).formatToParts(1.5)
  return parts.find(({ type }) => type === 'decimal')?.value === ',' ? ',' : '.'
}

/**
 * Reads an amount as the language writes it into decimal text for `parseAmount`. The language's own separator is the decimal one;
 * the other one groups digits if it can't be a decimal separator. Text that isn't a number is returned as it is.
 */
export function readAmount(tag: string, typed: string): ReadAmount {
  const text = [...typed.replace(directions, '').trim()].map(asciiDigit).join('').replace(groups, '')
  const own = separatorIn(tag)
  const other = own === ',' ? '.' : ','
  const plain = (number: string) => ({
    text: number.replaceAll(other, '').replace(own, '.').replace('٫', '.'),
  })
  // Languages group by three digits; some, such as Hindi, by two before the last three.
  const grouped = new RegExp(String.raw`^\d{1,3}([${other}]\d{2,3})*[${other}]\d{3}([${own}٫]\d*)?$`)
  const [whole = '', fraction = '', ...more] = text.split(other)
  const isOnce = more.length === 0 && text.includes(other)
  if (isOnce && /^[1-9]\d{0,2}$/.test(whole) && /^\d{3}$/.test(fraction))
    return { readings: [whole + fraction, `${whole}.${fraction}`] }
  if (grouped.test(text) && !/^0/.test(text)) return plain(text)
  // Many keyboards have only one of the separators.
  if (isOnce && /^\d*$/.test(whole + fraction)) return { text: `${whole}.${fraction}` }
  return text.includes(other) ? { text } : plain(text)
}

/** Shows decimal text as the language writes it, without groups. */
export function amountInField(tag: string, text: string): string {
  return text.replace('.', separatorIn(tag))
}

function asciiDigit(char: string): string {
  const code = char.codePointAt(0) ?? 0
  const zero = zeros.find((one) => code >= one && code < one + 10)
  return zero === undefined ? char : String(code - zero)
}
