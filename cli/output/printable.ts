/** Control, bidirectional and invisible characters, and unusual spaces. They could control the terminal, or hide or fake text. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** Escapes the characters of `hidden`. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** Escapes the characters of `hidden` in JSON. A JSON parser restores them. */
export function printableJson(json: string): string {
  return json.replace(hidden, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join(''),
  )
}

/** Like `printable`, but keeps line breaks. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** Puts a vertical bar (`|`) before each line, so that no line can look like the program's own output. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${printable(line)}`)
    .join('\n')
}

export function shortened(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}

/** Returns the name that a page or a wallet gives itself, escaped and shortened. */
export function claimed(name: string): string {
  return shortened(printable(name), 60)
}
