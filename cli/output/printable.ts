/**
 * Controls, what turns the direction of writing, what takes no room, and spaces that look like the plain one: on a terminal
 * they could act, or hide or forge what is read.
 */
const hidden = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Cs}\p{Default_Ignorable_Code_Point}\u2800]|(?! )\p{Zs}/gu

/** Text from elsewhere, with everything visible that a terminal would act on. */
export function printable(text: string): string {
  return text.replace(hidden, (character) => {
    if (character === '\n') return '\\n'
    return `\\u{${(character.codePointAt(0) ?? 0).toString(16)}}`
  })
}

/** JSON in which the same characters are escaped, as JSON has it. Whoever reads it gets them back. */
export function printableJson(json: string): string {
  return json.replace(hidden, (character) =>
    character === '\n'
      ? character
      : [...Array(character.length).keys()]
          .map((at) => `\\u${character.charCodeAt(at).toString(16).padStart(4, '0')}`)
          .join(''),
  )
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
