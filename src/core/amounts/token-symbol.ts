/** The maximum number of characters of a symbol. */
const longest = 32

/**
 * Cleans an untrusted token symbol or name for display beside amounts: removes control, bidirectional and invisible characters,
 * joins lines, and cuts to `most` characters.
 */
export function tokenSymbol(text = '', most = longest): string {
  const plain = text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '').replace(/[\p{Z}\u2800]+/gu, ' ')
  return [...plain.trim()].slice(0, most).join('').trimEnd()
}
