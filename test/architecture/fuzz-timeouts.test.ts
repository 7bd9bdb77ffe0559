import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { nodeTimeoutFor, timeoutFor } from '../fuzz/fuzz.ts'

const folder = join(import.meta.dirname, '../fuzz')
const files = readdirSync(folder).filter((name) => name.endsWith('.test.ts'))

describe('the time limit of a fuzz test', () => {
  it('is long enough for the longest run on a busy machine', () => {
    expect(timeoutFor(1_000_000)).toBeGreaterThan((1_000_000 / 18) * 1000)
    expect(nodeTimeoutFor(10_000)).toBeGreaterThan((10_000 / 1.2) * 1000)
  })

  it.each(files)('comes from the shared constants in %s', (file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const own = file.endsWith('-node.test.ts') ? 'timeout: nodeTimeoutFor(count)' : '{ timeout }'
    expect(text).toContain(own)
    expect(text.match(/\btimeout: (?!nodeTimeoutFor\(count\))[\d(]/g)).toBeNull()
  })
})
