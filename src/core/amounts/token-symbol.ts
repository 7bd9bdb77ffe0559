/** The default for the maximum number of characters. */
const longest = 32

/**
 * Cleans an untrusted token symbol or name for display beside amounts. Removes control, bidirectional and invisible characters,
 * puts the text on one line, and cuts it to `most` characters.
 */
export function tokenSymbol(text = '', most = longest): string {
  const plain = text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '').replace(/[\p{Z}\u2800]+/gu, ' ')
  return [...plain.trim()].slice(0, most).join('').trimEnd()
}
