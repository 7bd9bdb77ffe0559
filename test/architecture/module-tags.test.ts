import { readdirSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, it } from 'vitest'

const tests = fileURLToPath(new URL('../', import.meta.url))

it('a tag for a whole test file is on one line with its value', () => {
  const lines = readdirSync(tests, { recursive: true, encoding: 'utf8' })
    .filter((path) => path.endsWith('.test.ts') && !path.includes('node_modules'))
    .flatMap((path) =>
      readFileSync(tests + path, 'utf8')
        .split('\n')
        .filter((line) => /^(\/\/|\/?\s*\*).*@module-tag/.test(line))
        .map((line) => `${path}: ${line}`),
    )
  expect(lines.length).toBeGreaterThan(10)
  expect(lines.filter((line) => !/@module-tag (ci|all)$/.test(line))).toEqual([])
})
