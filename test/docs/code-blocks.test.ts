import { describe, expect, it } from 'vitest'
import { codeBlocks, complaints, root, unexplained } from './code-blocks.ts'
import { pages } from './pages.ts'

const blocks = pages.flatMap(({ path, text }) => codeBlocks(path, text))

describe('the code in the docs pages', () => {
  // Takes a minute of CPU time on a slow machine, and several minutes if other tests run beside it.
  it('compiles under strict and noUncheckedIndexedAccess', { timeout: 600_000 }, () => {
    expect(blocks.length).toBeGreaterThan(50)
    expect(complaints(root, blocks)).toEqual([])
  })

  it('uses only names that the page explains', () => {
    const found = pages.flatMap(({ path, text }) =>
      codeBlocks(path, text).flatMap((block) =>
        unexplained(text, block).map((name) => `${path}:${block.line}: ${name}`),
      ),
    )
    expect(found).toEqual([])
  })

  it('starts with two complete programs, which need no context', () => {
    const [app] = blocks.filter(({ language }) => language === 'ts')
    const [page] = blocks.filter(({ language }) => language === 'tsx')
    for (const block of [app, page]) {
      expect(block?.file).toBe('README.md')
      expect(block?.context).toBe('')
    }
  })
})

describe('the check of code blocks', () => {
  const page = (...lines: readonly string[]) => codeBlocks('page.md', lines.join('\n'))

  it('names the line of the page that does not compile', { timeout: 120_000 }, () => {
    const found = page(
      '# A page',
      '<!-- ts',
      "import { createLatchkey } from 'latchkey'",
      "import { mainnet } from 'latchkey/networks'",
      '-->',
      '```ts',
      'const latchkey = createLatchkey({ networks: [mainnet] })',
      'const [first] = latchkey.connector.state.connectors',
      'first.id.toUpperCase()',
      '```',
      'and then',
      '```ts',
      'latchkey.close()',
      '```',
    )
    expect(complaints(root, found)).toEqual([
      "page.md:9: 'first' is possibly 'undefined'.",
      "page.md:13: Cannot find name 'latchkey'.",
    ])
  })

  it('finds the names that only the hidden context declares', () => {
    const lines = (...more: readonly string[]) =>
      [
        ...more,
        '<!-- ts',
        "import { createLatchkey } from 'latchkey'",
        'declare const [evm, to]: readonly string[]',
        '-->',
      ].concat(['```ts', 'createLatchkey(evm, to)', '```'])
    const names = (text: string) => codeBlocks('page.md', text).flatMap((block) => unexplained(text, block))
    expect(names(lines().join('\n'))).toEqual(['createLatchkey', 'evm', 'to'])
    expect(
      names(lines('`to` is the recipient. `evm.x` is an adapter.', 'const createLatchkey = 1').join('\n')),
    ).toEqual([])
  })

  it('compiles a block that imports another block by its name', { timeout: 120_000 }, () => {
    const found = page(
      '<!-- file: numbers.ts -->',
      '```ts',
      'export const one = 1',
      '```',
      '```ts',
      "import { one, two } from './numbers'",
      'console.log(one, two)',
      '```',
    )
    expect(complaints(root, found)).toEqual([`page.md:6: Module '"./numbers"' has no exported member 'two'.`])
  })

  it("ignores blocks in other languages, and comments that don't precede a block", () => {
    const found = page(
      '<!-- ts',
      'const far = 1',
      '-->',
      'text',
      '```sh',
      'npm test',
      '```',
      '```ts',
      'let x = 1',
      '```',
    )
    expect(found).toEqual([
      { file: 'page.md', line: 9, language: 'ts', code: 'let x = 1\n', context: '', name: undefined },
    ])
  })
})
