/** Matches any number. Numbers with a fraction or an exponent stay as they are. */
const number = /-?\d[\d.eE+-]*/g
const largeInteger = /^-?[1-9]\d{15,}$/

/**
 * Parses JSON and returns integers too large for a double as strings of digits. The digits are quoted before parsing, because
 * Node 20 and older browsers don't give a reviver the number's source text.
 * @throws `SyntaxError`
 */
export function parseExactJson(text: string): unknown {
  // Fast path: most responses have no such number, and hashes are strings.
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

/** The index after the closing quote of the string that opens at `opening`. A quote after an odd number of backslashes is escaped. */
export function endOfString(text: string, opening: number): number {
  for (let at = opening; ; ) {
    at = text.indexOf('"', at + 1)
    if (at < 0) return text.length
    let slashes = 0
    while (text[at - 1 - slashes] === '\\') slashes++
    if (slashes % 2 === 0) return at + 1
  }
}

/** A non-negative integer from `parseExactJson`'s result; undefined for anything else, including a number that isn't exact. */
export function wholeNumber(value: unknown): bigint | undefined {
  if (typeof value === 'number' && Number.isSafeInteger(value) && value >= 0) return BigInt(value)
  return typeof value === 'string' && /^[1-9]\d{15,77}$/.test(value) ? BigInt(value) : undefined
}
