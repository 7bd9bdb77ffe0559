/** Everything between two quotes, escapes included, is left as it is; so is a number with a fraction or an exponent. */
const number = /-?\d[\d.eE+-]*/g
const largeInteger = /^-?[1-9]\d{15,}$/

/**
 * JSON in which an integer that a double cannot hold is a text of its digits. Node 20 and older browsers do not tell a reviver
 * how a number was written, so the digits are put into quotes before the text is parsed.
 * @throws `SyntaxError`
 */
export function parseExactJson(text: string): unknown {
  // Most answers have no such number, and hashes have theirs in quotes.
  return JSON.parse(/(^|[^"\w])\d{16}/.test(text) ? quoteLargeIntegers(text) : text)
}

function quoteLargeIntegers(text: string): string {
  const parts: string[] = []
  let at = 0
  while (at < text.length) {
    const opening = text.indexOf('"', at)
    const end = opening < 0 ? text.length : opening
    parts.push(text.slice(at, end).replace(number, quoted))
    if (opening < 0) break
    at = endOfString(text, opening)
    parts.push(text.slice(opening, at))
  }
  return parts.join('')
}

function quoted(digits: string): string {
  return largeInteger.test(digits) && !Number.isSafeInteger(Number(digits)) ? `"${digits}"` : digits
}

/** The index after the closing quote. A quote after an odd number of backslashes closes nothing. */
function endOfString(text: string, opening: number): number {
  for (let at = opening; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

/** A whole number from 0 as `parseExactJson` gives it; undefined for anything else, also for a number that is not exact. */
export function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^[1-9]\d{15,77}$/.test(value) ? BigInt(value) : undefined
}
