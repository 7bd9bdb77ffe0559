import { describe, expect, it } from 'vitest'
import { marker, sizeReport } from '../../scripts/lib/size-report.mjs'

const sizes = (...rows: readonly object[]) => JSON.stringify({ schemaVersion: 1, rows })
const core = (value: number) => ({ name: 'bytes: core, gzip', value, unit: 'B', limit: 20_000, ok: true })

describe('the comment about sizes', () => {
  it('starts with a fixed mark, by which later runs find the comment', () => {
    expect(sizeReport(sizes(core(1)), undefined).startsWith(`${marker}\n`)).toBe(true)
  })

  it('shows a changed size with its difference and its limit', () => {
    expect(sizeReport(sizes(core(18_300)), sizes(core(18_000)))).toContain(
      '| `bytes: core, gzip` | 18,000 B | 18,300 B | +300 (+1.7 %) | 20,000 |',
    )
  })

  it('collapses unchanged sizes', () => {
    const report = sizeReport(sizes(core(1)), sizes(core(1)))
    expect(report).toContain('No size changes.')
    expect(report).toContain('<details><summary>1 unchanged</summary>')
  })

  it('reports a size that is over its limit', () => {
    const report = sizeReport(sizes(core(20_001)), sizes(core(20_000)))
    expect(report).toContain('**1 over the limit.**')
    expect(report).toContain('| **over** 20,000 |')
  })

  it('says if the base branch could not be measured', () => {
    const report = sizeReport(sizes(core(1)), undefined)
    expect(report).toContain('The base could not be measured.')
    expect(report).toContain('| new |')
  })

  it('omits rows that were not measured', () => {
    const report = sizeReport(sizes({ name: 'app', missing: 'Chromium', ok: true }), sizes())
    expect(report).not.toContain('app')
  })

  it('escapes markup, mentions and cell separators in a name', () => {
    const name = 'a`|\n@someone <img src=x> [b](https://evil.example)'
    const report = sizeReport(sizes({ name, value: 1, unit: '|', limit: 'none' }), undefined)
    const row = report.split('\n').find((line) => line.includes('someone'))
    expect(row).toBe('| `asomeone img srcx b(https://evil.example)` |  | 1 | new |  |')
  })
})
