import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import * as exported from '../../src/networks/index.ts'

it('docs/networks.md names exactly the networks that can be imported', () => {
  const names = Object.entries(exported)
    .filter(([, value]) => typeof value === 'object' && 'caipNetworkId' in value)
    .map(([name]) => name)
  const page = readFileSync('docs/networks.md', 'utf8')
  const table = page.slice(page.indexOf('## The names'), page.indexOf('## The list'))
  const listed = [...table.matchAll(/^\| \w+ \|(.*)$/gm)]
    .slice(1)
    .flatMap(([, cells = '']) => [...cells.matchAll(/`(\w+)`/g)].map(([, name]) => name))
  expect(names.length).toBeGreaterThan(30)
  expect(listed.sort()).toEqual(names.sort())
})
