import { expect, it } from 'vitest'
import { joinedImports } from '../../scripts/lib/join-imports.ts'

it('several imports of a chunk become a single import', () => {
  const code = [
    "const a = () => import('./lk-send.js').then(({ a }) => a)",
    "const b = () => import('./lk-send.js').then(({ b }) => b)",
    'export { createLatchkey };',
  ].join('\n')
  const joined = joinedImports(code)
  expect(joined.match(/import\(/g)).toHaveLength(1)
  expect(joined.match(/load\$lk_send\(\)\.then/g)).toHaveLength(2)
  expect(joinedImports(joined)).toBe(joined)
})
