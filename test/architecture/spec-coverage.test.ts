import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import {
  allNamed,
  checkRun,
  cut,
  parseCoverage,
  printRow,
  testsNamed,
} from '../../scripts/lib/spec-coverage.mjs'
import { faultOf } from './test-titles.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) =>
  existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined
const sections = parseCoverage(read('test/spec-coverage.md') ?? '')
const rows = sections.flatMap((section) => section.rows)

describe('the coverage of the specifications', () => {
  // It parses every file that is named.
  it('names only tests that are there and run', { timeout: 60_000 }, () => {
    const named = allNamed(sections)
    expect(named.length).toBeGreaterThan(100)
    const faults = named.flatMap((one) => {
      const fault = faultOf(one, read)
      return fault ? [`${one.file} › ${one.name}: ${fault}`] : []
    })
    expect(faults).toEqual([])
  })

  it('has a state for every row, with what belongs to it', () => {
    expect(rows.length).toBeGreaterThan(300)
    const incomplete = rows.filter(({ state, where }) => {
      if (state === 'built') return testsNamed(where).length === 0
      if (state === 'read otherwise') return !where.includes('architecture, section 12')
      return state !== 'says nothing to build' && !/^open \(\d+(, \d+)*\)$/.test(state)
    })
    expect(incomplete).toEqual([])
  })

  it('takes every part of a cell for a test, the architecture, or words without a path', () => {
    const parts = rows.flatMap(({ where }) => where.split('<br>'))
    expect(parts.filter((part) => part.includes('.test.ts') && testsNamed(part).length !== 1)).toEqual([])
  })
})

describe('a specification is cut', () => {
  const rowsOf = (text: string) => cut(`# A\n${text}`)[0]?.rows

  it('into sections', () => {
    expect(cut('# One\n\n## Two\nText.\n')).toEqual([
      { heading: 'One', level: 1, rows: [] },
      { heading: 'Two', level: 2, rows: ['Text.'] },
    ])
  })

  it.each([
    ['One. Two! Three?', ['One.', 'Two!', 'Three?']],
    [
      '- **Modal**: closed (see 2.1). Then "open." Then',
      ['**Modal**: closed (see 2.1).', 'Then "open."', 'Then'],
    ],
    ['2. `x` is 1.7.8; waits... and goes on.', ['`x` is 1.7.8; waits... and goes on.']],
    ['| a | b |\n|---|---|\n| c. D | e |', ['a | b', 'c. D | e']],
  ])('into sentences and rows of tables: %j', (text, expected) => {
    expect(rowsOf(text)).toEqual(expected)
  })

  it('so that a printed row is read back as it was', () => {
    const row = { quote: 'a | b', state: 'open (9)', where: 'x: `test/a.test.ts` › "b | "c""' }
    expect(parseCoverage(`# A\n\n| row | state | where |\n| --- | --- | --- |\n${printRow(row)}`)).toEqual([
      { heading: 'A', rows: [row] },
    ])
    expect(testsNamed(row.where)).toEqual([{ file: 'test/a.test.ts', name: 'b | "c"' }])
  })
})

describe('a named test', () => {
  const files: Record<string, string> = {
    'test/a.test.ts': `
      import { helper } from './support/helper.ts'
      describe('a', () => {
        it('plain', () => {})
        it(\`of \${family}\`, () => {})
        it.each([1])('number %s is $name', () => {})
        it.skip('skipped', () => {})
        it.todo('to do')
        it('tagged', { tags: ['ci'] }, () => {})
        it.skipIf(!chromiumPath)('in a browser', () => {})
        it.skipIf(Math.random() > 0.5)('at times', () => {})
        for (const { name } of list) it(name, () => {})
      })
      describe.skip('b', () => { it('inside', () => {}) })`,
    'test/support/helper.ts': "export const list = [{ name: 'by a helper' }]",
  }
  const fault = (name: string, file = 'test/a.test.ts') => faultOf({ file, name }, (path) => files[path])

  it.each(['plain', 'of eip155', 'of …', 'number 1 is one', 'in a browser', 'by a helper'])(
    'is found: %s',
    (title) => {
      expect(fault(`a › ${title}`)).toBeUndefined()
    },
  )

  it.each([
    ['a › plainly', 'has no such test'],
    ['c › plain', 'has no such describe'],
    ['a › skipped', 'is left out: .skip'],
    ['a › to do', 'is left out: .todo'],
    ['a › tagged', "is left out: tags: ['ci']"],
    ['a › at times', 'is left out: .skipIf(Math.random() > 0.5)'],
    ['b › inside', 'is left out: .skip'],
  ])('is missed or left out: %s', (name, expected) => {
    expect(fault(name)).toBe(expected)
  })

  it('is missed in a file that has a tag', () => {
    // In parts, or Vitest reads it as the tag of this file.
    const source = `// @module${'-tag'} ci\nit('plain', () => {})`
    expect(faultOf({ file: 'test/a.test.ts', name: 'plain' }, () => source)).toMatch(/^is left out: .* ci$/)
  })

  it('is in a file that exists', () => {
    expect(fault('a › plain', 'test/b.test.ts')).toBe('does not exist')
    expect(fault('a › plain', 'test/support/helper.ts')).toBe('is no test file')
  })

  it('has run, by the reports', () => {
    const tests = ['passed', 'skipped', 'failed'].map((state) => ({
      file: 'test/a.test.ts',
      titles: ['a', 'b', `is ${state}`],
      state,
    }))
    const run = (name: string, file = 'test/a.test.ts') => checkRun([{ file, name }], tests)
    expect(run('a › b › is passed')).toEqual({ failed: [], skipped: [] })
    expect(run('a › b › is skipped').skipped).toHaveLength(1)
    expect(run('a › b › is failed').failed).toHaveLength(1)
    expect(run('a › … › is passed')).toEqual({ failed: [], skipped: [] })
    expect(run('a › b › is …').failed).toHaveLength(1)
    expect(run('a › b › is gone').failed).toHaveLength(1)
    expect(run('a › b › is passed', 'test/b.test.ts').failed).toHaveLength(1)
  })
})
