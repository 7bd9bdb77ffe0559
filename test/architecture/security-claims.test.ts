import { existsSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { describe, expect, it } from 'vitest'
import { allNamed, claimsIn, parseCoverage, testsNamed } from '../../scripts/lib/spec-coverage.mjs'
import { pages } from '../docs/pages.ts'
import { faultOf } from './test-titles.ts'

const root = fileURLToPath(new URL('../../', import.meta.url))
const read = (path: string) =>
  existsSync(`${root}${path}`) ? readFileSync(`${root}${path}`, 'utf8') : undefined
const security = read('SECURITY.md') ?? ''
const sections = parseCoverage(read('docs/security-claims.md') ?? '')
const rows = sections.flatMap((section) => section.rows)

describe('the security claims', () => {
  it('have one row each, in the order of SECURITY.md', () => {
    expect(rows.length).toBeGreaterThan(50)
    expect(rows.map(({ id }) => id)).toEqual(claimsIn(security))
    expect(new Set(claimsIn(security)).size).toBe(rows.length)
  })

  it('cover each line about an attacker in SECURITY.md', () => {
    const [, attackers = ''] = security.split('## What holds against each attacker')
    for (const section of attackers.split('\n### ').slice(1)) {
      const [holds = [], ...gaps] = section
        .split('*Not covered:*')
        .map((part) => part.split('\n').filter((line) => line.startsWith('- ')))
      const hasId = (line: string) => claimsIn(line).length > 0
      expect(holds.filter((line) => !hasId(line))).toEqual([])
      expect(gaps, section).toHaveLength(1)
      expect(gaps.flat().filter(hasId)).toEqual([])
    }
  })

  it('name the servers of pictures, on each page that says which hosts a page contacts', () => {
    const told = [...pages, { path: 'docs/site/home.md', text: read('docs/site/home.md') ?? '' }]
    const claims = told.flatMap(({ path, text }) =>
      text
        .replaceAll(/\s+/g, ' ')
        .split(/(?<=\.) | \| /)
        .filter((sentence) => /contacts only .*(configure|endpoints)/.test(sentence))
        .map((sentence) => ({ path, sentence })),
    )
    expect(claims.length).toBeGreaterThan(4)
    expect(
      claims.filter(({ sentence }) => !/pictures .*\bNFTs, tokens and ENS names/.test(sentence)),
    ).toEqual([])
  })

  it('name one test each', () => {
    const parts = rows.flatMap(({ id, where }) => where.split('<br>').map((part) => ({ id, part })))
    expect(parts.filter(({ part }) => testsNamed(part).length !== 1)).toEqual([])
  })

  it('name only tests that exist and run', { timeout: 60_000 }, () => {
    const named = allNamed(sections)
    expect(named.length).toBeGreaterThan(100)
    const faults = named.flatMap((one) => {
      const fault = faultOf(one, read)
      return fault ? [`${one.file} › ${one.name}: ${fault}`] : []
    })
    expect(faults).toEqual([])
  })
})
