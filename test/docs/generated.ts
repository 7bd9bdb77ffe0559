/** The parts of a page between `<!-- generated: name -->` and `<!-- /generated -->`. */
const part = /(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- \/generated -->)/g

/**
 * A page with its generated parts as they should be. A test compares it with the file, and `vitest -u` writes it.
 * @throws for a part that nobody makes, and for one that is made and has no place.
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

/** A table of Markdown; what would end a cell is escaped. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  return [line(head), line(head.map(() => '---')), ...escaped.map(line)].join('\n')
}
