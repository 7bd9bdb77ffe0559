/**
 * Parses a decimal text into the smallest unit, independently of the code under test: digit by digit, with schoolbook
 * arithmetic. Returns undefined for a text that must be refused.
 */
export function decimalOracle(text: string, decimals: number, most = (1n << 256n) - 1n): bigint | undefined {
  let value = 0n
  let digits = 0
  let after = -1
  for (const char of text) {
    const digit = '0123456789'.indexOf(char)
    if (char === '.' && after < 0) after = 0
    else if (digit >= 0) {
      value = value * 10n + BigInt(digit)
      digits++
      if (after >= 0) after++
    } else return undefined
  }
  const shift = decimals - Math.max(after, 0)
  if (digits === 0 || shift < 0) return undefined
  for (let i = 0; i < shift; i++) value *= 10n
  return value === 0n || value > most ? undefined : value
}
