import { randomUUID } from 'node:crypto'

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>

/**
 * Marks where a style begins and ends. Nobody outside of this process knows the mark, so no text from elsewhere can have a
 * style: what comes as an escape sequence is printed as text.
 */
const mark = `\uFDD0${randomUUID()}:`
const marks = new RegExp(`${mark}(\\d+)\uFDD1`, 'g')

/** Terminal styles, or the text as it is. Meaning never rests on them. `Output` turns the marks into styles. */
export function paint(enabled: boolean): Paint {
  const style = (name: keyof typeof codes) => (text: string) =>
    enabled ? `${mark}${codes[name][0]}\uFDD1${text}${mark}${codes[name][1]}\uFDD1` : text
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
  }
}

/** The marks as the escape sequences of terminals. */
export function styled(text: string): string {
  return text.replace(marks, '\u001B[$1m')
}

/** The text without styles. */
export function unstyled(text: string): string {
  return text.replace(marks, '')
}
