/** Controls, and what turns the direction of writing: on a terminal they could hide or forge what is read. */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}]/gu

/** Text from elsewhere, with everything visible that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** The same in lines that stay lines. */
export function printableLines(text: string): string {
  return text.split('\n').map(printable).join('\n')
}

/** In lines, each behind a bar, so that nothing in it passes for the program's own words. */
export function quoted(text: string): string {
  return text
    .split('\n')
    .map((line) => `  | ${printable(line)}`)
    .join('\n')
}

/** Cut to a number of characters, and marked where it was. */
export function shortened(text: string, limit: number): string {
  const characters = [...text]
  return characters.length <= limit ? text : `${characters.slice(0, limit - 1).join('')}…`
}
