import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { faultGroups } from '../../src/devnet/node-faults/fault-rows.ts'
import { root } from './code-blocks.ts'
import { table, withGenerated } from './generated.ts'

const file = join(root, 'docs/devnet.md')

describe('docs/devnet.md', () => {
  it('contains every node fault as declared (vitest -u writes them)', async () => {
    const groups = Object.entries(faultGroups).map(([title, rows]) => {
      const cells = Object.entries(rows).map(([name, { argument = '', text }]) => [
        `\`${name}\``,
        argument,
        text,
      ])
      return `**${title}**\n\n${table(['fault', 'argument; default', 'what the node does'], cells)}`
    })
    const made = withGenerated(readFileSync(file, 'utf8'), { 'node-faults': groups.join('\n\n') })
    await expect(made).toMatchFileSnapshot(file)
  })
})
