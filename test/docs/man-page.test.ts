import { spawnSync } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { root } from './code-blocks.ts'
import { commands } from './command-tables.ts'
import { manPage } from './man-page.ts'

const file = join(root, 'man/latchkey.1')
const has = (program: string) => spawnSync(program, ['--version']).error === undefined

describe('man/latchkey.1', () => {
  it('contains every command and option as declared (vitest -u writes them)', async () => {
    await expect(manPage()).toMatchFileSnapshot(file)
  })

  it('is in the package', () => {
    const { files, man } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'))
    expect(files).toContain('man')
    expect(man).toEqual(['./man/latchkey.1'])
  })

  it.skipIf(!has('groff'))(
    'is formatted by groff without a warning, and still contains every command and option',
    () => {
      // Options for plain text: no bold, no underlines, and lines so wide that no text wraps.
      const plain = ['-P-c', '-P-b', '-P-u', '-rLL=300n']
      const args = ['-man', '-ww', '-Tascii', ...plain, file]
      const { status, stdout: text, stderr } = spawnSync('groff', args, { encoding: 'utf8' })
      expect({ status, stderr }).toEqual({ status: 0, stderr: '' })
      for (const { path, command } of commands) {
        expect(text).toContain(`latchkey ${path.join(' ')}`)
        for (const { flags } of command.options) expect(text, path.join(' ')).toContain(flags)
      }
    },
  )
})
