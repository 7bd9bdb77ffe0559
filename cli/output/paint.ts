import { randomUUID } from 'node:crypto'

const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>

/** Marks a style. The random part is secret, so untrusted text can't contain a style. */
const mark = `\uFDD0${randomUUID()}:`
const marks = new RegExp(`${mark}(\\d+)\uFDD1`, 'g')

/** Wraps a text in style marks. `styled` turns them into escape sequences. */
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

export function styled(text: string): string {
  return text.replace(marks, '\u001B[$1m')
}

export function unstyled(text: string): string {
  return text.replace(marks, '')
}
