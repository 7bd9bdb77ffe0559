/** The parts of a page between `<!-- generated: name -->` and `<!-- /generated -->`. */
const part = /(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- \/generated -->)/g

/**
 * A page with its generated parts up to date. A test compares it with the file, and `vitest -u` writes it.
 * @throws for a part without a generator, and for a generated part without a place.
 */
export function withGenerated(page: string, made: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(made))
  const text = page.replaceAll(part, (_, begin: string, name: string, end: string) => {
    const content = made[name]
    if (content === undefined) throw new Error(`Nobody makes the part ${name}`)
    missing.delete(name)
    return `${begin}\n${content.trim()}\n\n${end}`
  })
  if (missing.size > 0) throw new Error(`The page has no place for ${[...missing].join(', ')}`)
  return text
}

/** A Markdown table; characters that would end a cell are escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  return [line(head), line(head.map(() => '---')), ...escaped.map(line)].join('\n')
}
