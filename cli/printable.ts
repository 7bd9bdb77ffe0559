/**
 * Text of somebody else's, as a terminal may show it: what would move the cursor, change colours or turn the direction
 * of reading is written out. Line ends stay.
 */
export function printable(text: string): string {
  return text.replace(/[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu, (one) =>
    one === '\n' ? one : `\\u{${(one.codePointAt(0) ?? 0).toString(16)}}`,
  )
}
