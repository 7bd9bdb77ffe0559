import { execFileSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { citable, idsIn, specPages } from '../../scripts/lib/spec-ids.mjs'
import { findAll, ofPrivate, ofSpec, stilted } from './citations.ts'
import { type ProseLine, proseOf } from './prose.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))

/** Comments may contain up to this number of archaic words, as parts of identifiers or of quoted texts. */
const fewWords = 20

const patterns = ['src', 'cli', 'scripts', 'examples', 'test', 'docs', 'devnet', '*.md']
const listed = execFileSync('git', ['ls-files', ...patterns], { cwd: root, encoding: 'utf8' }).split('\n')
const files = listed
  .filter((path) => /\.(tsx?|jsx?|m[jt]s|md|html)$/.test(path))
  .map((path) => ({ path, source: readFileSync(join(root, path), 'utf8') }))

/** Returns the matches of a pattern in comments and docs. Parses only the files that contain a match. */
function search(pattern: RegExp, isSearched: (path: string) => boolean = () => true) {
  const lines = files
    .filter(({ path, source }) => isSearched(path) && source.search(pattern) >= 0)
    .flatMap(({ path, source }) => (isScreen(path) ? wholeOf(path, source) : proseOf(path, source)))
  return findAll(lines, pattern)
}

/** Returns whether the file contains screen texts. The checks read each line of such a file. */
const isScreen = (path: string) => path.startsWith('src/ui-react/language/')

function wholeOf(file: string, source: string): readonly ProseLine[] {
  return source.split('\n').map((text, index) => ({ file, line: index + 1, text }))
}

const told = ({ file, line, found }: ProseLine & { found: string }) => `${file}:${line}: ${found}`

describe('citations', () => {
  it('name only ids that exist in docs/spec', { timeout: 60_000 }, () => {
    const ids = citable(specPages())
    const cited = search(ofSpec)
    expect(cited.length).toBeGreaterThan(300)
    expect(cited.filter(({ found }) => !ids.has(found)).map(told)).toEqual([])
  })

  it('never refer to a document outside the repository', { timeout: 60_000 }, () => {
    const found = search(ofPrivate, (path) => !path.startsWith('docs/spec/')).map(told)
    expect(found).toEqual([])
  })

  it.each([
    ['Facts 9.4, `WalletSend`', 'Facts 9.4'],
    ['S2.9 Swap; facts 3.8 and 9.4.', 'facts 3.8'],
    ['as facts 11, item 5 say', 'facts 11'],
    ['Specification 1, section 9: at most 2', 'Specification 1'],
    ['the specification, section 5', 'specification, section 5'],
    ['and section 5 of the facts', 'section 5 of the facts'],
    ['spec 2 says', 'spec 2'],
    ['(architecture, 12)', 'architecture, 12'],
    ['architecture, section 12', 'architecture, section 12'],
    ['a hang. `reliability` RP7', 'reliability` RP7'],
    ['see house.md', 'house.md'],
    ['`style` 4', '`style` 4'],
  ])("the check finds the citation of a private document in '%s'", (text, found) => {
    const lines = [{ file: 'src/a.ts', line: 1, text }]
    expect(findAll(lines, ofPrivate).map((one) => one.found)).toEqual([found])
  })

  it.each([
    'S3.9.4: the name of a view',
    'EIP-1193, section 5; RFC 8259, section 12.1',
    'https://example.com/spec#5',
    'the facts of 3 networks',
    'the specification of CAIP-25',
    'users 2 and 3 look 4 times in a house',
  ])("the check finds no citation of a private document in '%s'", (text) => {
    const lines = [{ file: 'src/a.ts', line: 1, text }]
    expect(findAll(lines, ofPrivate).map((one) => one.found)).toEqual([])
  })
})

describe('the words of comments, docs and screens', () => {
  it('contain no outdated or stilted words', { timeout: 60_000 }, () => {
    // The check skips docs/spec, which quotes fixed sentences, and test/spec-coverage.md, which quotes test titles.
    const found = search(stilted, (path) => !/^docs\/spec\/|^test\/spec-coverage\.md$/.test(path)).map(told)
    if (found.length >= fewWords) expect(found).toEqual([])
  })
})

describe('the specification', () => {
  const pages = specPages()

  it('has each id once, in the section that the id names', () => {
    const all = pages.flatMap(({ text }) => idsIn(text).requirements)
    expect(all.length).toBeGreaterThan(700)
    expect(all.filter((id, index) => all.indexOf(id) !== index)).toEqual([])
    const misplaced = pages.flatMap(({ path, text }) => {
      const { sections, requirements } = idsIn(text)
      const homes = path === 'docs/spec/4-readings.md' ? ['S4'] : sections
      return requirements.filter((id) => !homes.includes(id.replace(/\.\d+$/, '')))
    })
    expect(misplaced).toEqual([])
  })

  it('numbers the parts of each section from 1, without a gap', () => {
    const next = new Map<string, number>()
    const gaps = pages
      .flatMap(({ text }) => idsIn(text).requirements)
      .filter((id) => {
        const [, section = '', number = ''] = /^(.*)\.(\d+)$/.exec(id) ?? []
        const expected = (next.get(section) ?? 0) + 1
        next.set(section, Number(number))
        return Number(number) !== expected
      })
    expect(gaps).toEqual([])
  })
})

describe('the lines that the checks read', () => {
  const commentsIn = (source: string) =>
    proseOf('a.tsx', source).map(({ line, text }) => `${line}: ${text.trim()}`)

  it('are the comments of a source file, in any position', () => {
    const source = [
      "const a = 'S9.9 // no' // one",
      '/** two',
      ' * three */',
      'const b = <p title="x">{/* four */} https://no.example</p>',
      'f(/* five */)',
      '// six',
    ]
    expect(commentsIn(source.join('\n'))).toEqual([
      '1: // one',
      '2: /** two',
      '3: * three */',
      '4: /* four */',
      '5: /* five */',
      '6: // six',
    ])
  })

  it('are all lines of a docs page', () => {
    expect(proseOf('a.md', 'x\ny')).toEqual([
      { file: 'a.md', line: 1, text: 'x' },
      { file: 'a.md', line: 2, text: 'y' },
    ])
  })
})
