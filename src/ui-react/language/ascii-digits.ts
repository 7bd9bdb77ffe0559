/** The zero of each set of digits that people type: ASCII, Arabic, Persian, Devanagari, Bengali, full-width. */
const zeros = [0x30, 0x660, 0x6f0, 0x966, 0x9e6, 0xff10]

/** Converts the digits of other scripts to ASCII digits. */
export function asciiDigits(text: string): string {
  return text.replace(/\p{Nd}/gu, (digit) => {
    const code = digit.codePointAt(0) ?? 0
    const zero = zeros.find((one) => code >= one && code < one + 10)
    return zero === undefined ? digit : String(code - zero)
  })
}
