/** In characters. */
const longest = 32

/**
 * A symbol or a name as a chain or a contract gives it, in the form in which it stands beside amounts: without what controls
 * a display, turns the direction of writing or takes no room, in one line, and short: `most` characters.
 */
export function tokenSymbol(text = '', most = longest): string {
  const plain = text.replace(/[\p{C}\p{Default_Ignorable_Code_Point}]/gu, '').replace(/[\p{Z}\u2800]+/gu, ' ')
  return [...plain.trim()].slice(0, most).join('').trimEnd()
}
