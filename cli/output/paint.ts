const codes = { bold: [1, 22], dim: [2, 22], red: [31, 39], green: [32, 39], yellow: [33, 39] } as const

export type Paint = Readonly<Record<keyof typeof codes, (text: string) => string>>

/** Terminal styles, or the text as it is. Meaning never rests on them. */
export function paint(enabled: boolean): Paint {
  const style = (name: keyof typeof codes) => (text: string) =>
    enabled ? `\u001B[${codes[name][0]}m${text}\u001B[${codes[name][1]}m` : text
  return {
    bold: style('bold'),
    dim: style('dim'),
    red: style('red'),
    green: style('green'),
    yellow: style('yellow'),
  }
}
