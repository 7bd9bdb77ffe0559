/** Control, bidi, invisible and look-alike space characters. On a terminal they could act, or hide or forge text. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** Escapes such characters in untrusted text. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Escapes the same characters in JSON as `\u` sequences, so that parsing restores them. */
export function printableJson(json: string): string {
  return json.replace(hidden, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

/** Like `printable`, but keeps line ends. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Quotes each line after a bar, so that nothing in the text passes for the program's own output. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${printable(line)}`)
    .join('\n')
}

/** Truncates to a number of characters, with an ellipsis. */
export function shortened(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

/** Returns the name that a page or a wallet gives itself: escaped, and cut to 60 characters. */
export function claimed(name: string): string {
  return shortened(printable(name), 60)
}
