import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { clientFaults, reachesClient } from '../../scripts/lib/client-reach.mjs'
import {
  allNamed,
  checkRun,
  coverageFaults,
  parseCoverage,
  testsNamed,
} from '../../scripts/lib/spec-coverage.mjs'
import { specPages } from '../../scripts/lib/spec-ids.mjs'
import { faultOf } from './test-titles.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) =>
  existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined
const sections = parseCoverage(read('test/spec-coverage.md') ?? '')
const rows = sections.flatMap((section) => section.rows)

describe('the coverage of the specification', () => {
  it('has exactly one row for each requirement of documents 1 and 2', () => {
    expect(rows.length).toBeGreaterThan(300)
    expect(coverageFaults(rows, specPages())).toEqual([])
  })

  it('names only tests that exist and run', { timeout: 60_000 }, () => {
    const named = allNamed(sections)
    expect(named.length).toBeGreaterThan(100)
    const faults = named.flatMap((one) => {
      const fault = faultOf(one, read)
      return fault ? [`${one.file} › ${one.name}: ${fault}`] : []
    })
    expect(faults).toEqual([])
  })

  it('has a state in every row, with the tests or the decision that the state needs', () => {
    const incomplete = rows.filter(({ state, where }) => {
      if (state === 'built') return testsNamed(where).length === 0
      if (state === 'read otherwise') return !/\bS4\.\d+\b/.test(where)
      return !/^open \(\d+(, \d+)*\)$/.test(state)
    })
    expect(incomplete).toEqual([])
  })

  it('has a test that creates a client, or a reason, for each built requirement', () => {
    expect(clientFaults(rows, read)).toEqual([])
  })

  it('refers to tests only by their file and full name', () => {
    const parts = rows.flatMap(({ where }) => where.split('<br>'))
    expect(parts.filter((part) => part.includes('.test.ts') && testsNamed(part).length !== 1)).toEqual([])
  })
})

describe('a row of the coverage', () => {
  const page = (...lines: readonly string[]) => ({ path: 'docs/spec/1-modal.md', text: lines.join('\n') })
  const table = (...lines: readonly string[]) =>
    parseCoverage(['# A', '', '| id | state | where |', '| --- | --- | --- |', ...lines].join('\n'))

  it('can name tests whose titles contain a vertical bar or quotes', () => {
    const [section] = table('| S1.1.1 | open (9) | x: `test/a.test.ts` › "b \\| "c"" |')
    const [row] = section?.rows ?? []
    expect(section?.heading).toBe('A')
    expect(row).toEqual({ id: 'S1.1.1', state: 'open (9)', where: 'x: `test/a.test.ts` › "b | "c""' })
    expect(testsNamed(row?.where ?? '')).toEqual([{ file: 'test/a.test.ts', name: 'b | "c"' }])
  })

  it('is reported if its id is missing, unknown or repeated', () => {
    const pages = [
      page('- **S1.1.1** One.', '| **S1.1.2** | Two |', '- **S1.1.3** Three.'),
      { path: 'docs/spec/3-07-storage.md', text: '- **S3.7.1** Not covered.' },
    ]
    const rowsOf = (...ids: readonly string[]) => ids.map((id) => ({ id }))
    expect(coverageFaults(rowsOf('S1.1.1', 'S1.1.2', 'S1.1.3'), pages)).toEqual([])
    expect(coverageFaults(rowsOf('S1.1.1', 'S1.1.1', 'S1.1.3', 'S1.1.4'), pages)).toEqual([
      'S1.1.2 has no row',
      'S1.1.4 is not a requirement',
      'S1.1.1 has more than one row',
    ])
  })
})

describe('the check that a test creates a client', () => {
  const files: Record<string, string> = {
    'test/unit/direct.test.ts': "import {\n  type Latchkey,\n  createLatchkey,\n} from 'latchkey'",
    'test/unit/later.test.ts': "const { createLatchkey } = await import('latchkey')",
    'test/unit/by-support.test.ts': "import { world } from '../support/a.ts'",
    'test/support/a.ts': "import type { B } from './b.ts'",
    'test/support/b.ts': "import { world } from './a.ts'\nimport { createLatchkey } from 'latchkey'",
    'test/e2e/demo.test.ts': "import { demoConfig } from '../../examples/demo/server/config.ts'",
    'examples/demo/src/main.tsx': "import { createLatchkey } from 'latchkey'",
    'test/unit/part.test.ts': "import { Router } from '../../src/client.ts' // as createLatchkey does",
    'test/unit/type.test.ts':
      "import { type createLatchkey } from 'latchkey'\nimport type { createLatchkey } from 'latchkey'",
    'src/client.ts': "import { createLatchkey } from 'latchkey'",
  }
  const source = (path: string) => files[path]

  it.each(['unit/direct', 'unit/later', 'unit/by-support', 'e2e/demo'])(
    'accepts test/%s.test.ts, which creates a client',
    (name) => {
      expect(reachesClient(`test/${name}.test.ts`, source)).toBe(true)
    },
  )

  it.each(['unit/part', 'unit/type', 'unit/missing'])(
    'refuses test/%s.test.ts, which creates no client',
    (name) => {
      expect(reachesClient(`test/${name}.test.ts`, source)).toBe(false)
    },
  )

  it('reports a built requirement that has no such test and no true reason', () => {
    const direct = '`test/unit/direct.test.ts` › "a"'
    const part = '`test/unit/part.test.ts` › "a"'
    const faults = (state: string, where: string) => clientFaults([{ id: 'S1.1.1', state, where }], source)
    expect(faults('built', direct)).toEqual([])
    expect(faults('built', `${part}<br>by the client: ${direct}`)).toEqual([])
    expect(faults('built', `${part}<br>not by client: a table`)).toEqual([])
    expect(faults('open (9)', part)).toEqual([])
    expect(faults('built', part)).toEqual([expect.stringContaining('has no test through a client')])
    expect(faults('built', `${part}<br>not by client: `)).toEqual([
      expect.stringContaining('names no reason'),
    ])
    expect(faults('built', `${direct}<br>not by client: a table`)).toEqual([
      expect.stringContaining('but one does'),
    ])
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
        const url = \`\${host} \${path}\`
      })
      describe.skip('b', () => { it('inside', () => {}) })`,
    'test/support/helper.ts': "export const list = [{ name: 'by a helper' }]",
  }
  const fault = (name: string, file = 'test/a.test.ts') => faultOf({ file, name }, (path) => files[path])

  it.each(['plain', 'of eip155', 'of …', 'number 1 is one', 'in a browser', 'by a helper'])(
    "is found by the title '%s'",
    (title) => {
      expect(fault(`a › ${title}`)).toBeUndefined()
    },
  )

  it.each([
    ['a › plainly', 'has no such test'],
    ['a › two words', 'has no such test'],
    ['c › plain', 'has no such describe'],
    ['a › skipped', 'is left out: .skip'],
    ['a › to do', 'is left out: .todo'],
    ['a › tagged', "is left out: tags: ['ci']"],
    ['a › at times', 'is left out: .skipIf(Math.random() > 0.5)'],
    ['b › inside', 'is left out: .skip'],
  ])("is reported if it is missing or left out, such as '%s'", (name, expected) => {
    expect(fault(name)).toBe(expected)
  })

  it('counts as left out if its file has a tag', () => {
    // The text is in two parts, because Vitest would read the whole text as a tag of this file.
    const source = `// @module${'-tag'} ci\nit('plain', () => {})`
    expect(faultOf({ file: 'test/a.test.ts', name: 'plain' }, () => source)).toMatch(/^is left out: .* ci$/)
  })

  it('must be in an existing test file', () => {
    expect(fault('a › plain', 'test/b.test.ts')).toBe('does not exist')
    expect(fault('a › plain', 'test/support/helper.ts')).toBe('is no test file')
  })

  it('must have run, according to the reports of the run', () => {
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
