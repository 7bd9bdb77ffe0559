/** The parts of a page between `<!-- generated: name -->` and `<!-- /generated -->`. */
const part = /(<!-- generated: (\S+) -->\n)[\s\S]*?(<!-- \/generated -->)/g

/**
 * Returns a page with its generated parts up to date. A test compares the page with the file, and `vitest -u`
 * writes the file.
 * @throws If a part in the page has no generator, or a generated part isn't in the page.
 */
export function withGenerated(page: string, made: Readonly<Record<string, string>>): string {
  const missing = new Set(Object.keys(made))
  const text = page.replaceAll(part, (_, begin: string, name: string, end: string) => {
    const content = made[name]
    if (content === undefined) throw new Error(`No generator makes the part ${name}`)
    missing.delete(name)
    return `${begin}\n${content.trim()}\n\n${end}`
  })
  if (missing.size > 0) throw new Error(`The page lacks the parts ${[...missing].join(', ')}`)
  return text
}

/** Returns a Markdown table, and escapes characters that would end a cell. */
export function table(head: readonly string[], rows: readonly (readonly string[])[]): string {
  const line = (cells: readonly string[]) => `| ${cells.join(' | ')} |`
  const escaped = rows.map((cells) => cells.map((cell) => cell.replaceAll('|', '\\|').replaceAll('\n', ' ')))
  return [line(head), line(head.map(() => '---')), ...escaped.map(line)].join('\n')
}
