import { element } from './element.ts'

/** Matches texts that look like addresses or hashes: hex of 20 bytes or more (eip155), or 32 to 44 base58 characters (solana). */
const long = /0x[0-9a-fA-F]{40,}|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g

/**
 * Shows a text. Its addresses are shown in full, in groups of four characters, so that they can be compared. Copied addresses
 * don't have the gaps.
 */
export function readable(given: string): DocumentFragment {
  const text = visible(given)
  const all = document.createDocumentFragment()
  let at = 0
  for (const found of text.matchAll(long)) {
    all.append(text.slice(at, found.index), grouped(found[0]))
    at = found.index + found[0].length
  }
  all.append(text.slice(at))
  return all
}

function grouped(address: string): HTMLElement {
  const start = address.startsWith('0x') ? 2 : 0
  const groups = [address.slice(0, start), ...(address.slice(start).match(/.{1,4}/gs) ?? [])]
  const whole = element('span', { class: 'address' })
  for (const group of groups) {
    // `wbr` allows a line break without adding a character to the address.
    if (group) whole.append(element('span', { class: 'group' }, group), element('wbr'))
  }
  return whole
}

/**
 * Matches characters that could hide or forge what the visitor reads: control, invisible and private-use characters, characters
 * that change the text's direction, and spaces other than U+0020.
 */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** Makes hidden characters visible in a text of a page or contract. Line breaks and tabs stay. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
