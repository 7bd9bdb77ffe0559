import { spawnSync } from 'node:child_process'
import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { differingLines, splitReport } from '../../scripts/lib/api-reports.mjs'
import { manifest, root } from './support.ts'

/** A change of the public API changes these reports in `api`, so that a review sees the difference. */
describe('the reports of the public API', () => {
  it('cover each entry of the exports map, and the types that no entry exports', () => {
    const entries = Object.keys(manifest.exports).filter((entry) => entry !== './package.json')
    const names = entries.map((entry) => entry.replace(/^\.\/?/, '').replaceAll('/', '-') || 'index')
    const files = [...names, 'behind'].map((name) => `${name}.api.md`)
    expect(readdirSync(join(root, 'api')).sort()).toEqual(files.sort())
  })

  it('match the built types (run `npm run api` if they do not)', () => {
    const { status, stderr } = spawnSync(process.execPath, ['scripts/api.mjs', '--check'], {
      cwd: root,
      encoding: 'utf8',
    })
    expect(status, stderr).toBe(0)
  })

  it('show a line that was added, removed, changed or moved', () => {
    const before = 'a(): void\nb(): void\nb(): void\n'
    expect(differingLines(before, before)).toEqual([])
    expect(differingLines(before, `${before}c(): void\n`)).toEqual(['+ c(): void'])
    expect(differingLines(before, 'a(): void\nb(): void\n')).toEqual(['- b(): void'])
    expect(differingLines('a(): void\n', 'a(): string\n')).toEqual(['- a(): void', '+ a(): string'])
    expect(differingLines('a\nb\n', 'b\na\n')).toEqual(['The lines are in another order.'])
  })

  it('put the types that an entry does not export into a separate list', () => {
    const text =
      '# Title\n\n```ts\n\n// @public\nexport interface A extends B {\n}\n\n// @public\ninterface B {\n}\n\n```\n'
    const { report, behind } = splitReport(text)
    expect(report).toBe('# Title\n\n```ts\n\n// @public\nexport interface A extends B {\n}\n\n```\n')
    expect(behind).toEqual(['// @public\ninterface B {\n}'])
  })
})
