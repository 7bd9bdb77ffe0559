/** Matches any number. Only large integers are converted: a number with a fraction or an exponent stays a number. */
const number = /-?\d[\d.eE+-]*/g
const largeInteger = /^-?[1-9]\d{15,}$/

/**
 * Parses JSON. An integer that is too large for a double becomes a string of digits. Quotes the digits before parsing, because
 * Node 20 and older browsers don't pass the source text of a number to a reviver.
 * @throws `SyntaxError`
 */
export function parseExactJson(text: string): unknown {
  // Parse a response without large numbers as it is. This is the usual case, because hashes are strings.
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

/**
 * Returns the index after the closing quote of the string that starts at `opening`. A quote after an odd number of backslashes is
 * escaped.
 */
export function endOfString(text: string, opening: number): number {
  for (let at = opening; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

/**
 * Reads a non-negative integer from a value of `parseExactJson`. Returns undefined for any other value, and for a number that
 * isn't exact.
 */
export function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^[1-9]\d{15,77}$/.test(value) ? BigInt(value) : undefined
}
