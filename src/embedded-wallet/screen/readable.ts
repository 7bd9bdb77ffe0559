import { element } from './element.ts'

/** Addresses and hashes of both families: hex of 20 bytes or more, or base58 of 32 bytes. */
const long = /0x[0-9a-fA-F]{40,}|\b[1-9A-HJ-NP-Za-km-z]{32,44}\b/g

/** Renders a text with its full addresses in groups of four, for comparison. Copying them leaves out the gaps. */
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

/** Invisible and direction-changing characters, and spaces other than U+0020: these characters could hide or forge what the visitor reads. */
const hidden =
  /(?![\n\t])[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** Makes hidden characters in a page's or contract's text visible; line breaks stay. */
export function visible(text: string): string {
  return text.replace(hidden, (character) => `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`)
}

/** Capitalizes the first letter. */
export function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
