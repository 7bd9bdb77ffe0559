import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, it } from 'vitest'
import { notRun, reasonFor } from '../shell/not-run.ts'
import { root } from './code-blocks.ts'
import { shellBlocks } from './shell-blocks.ts'

/** `npm run test:docs` runs the commands in the docs pages, except those in this table. */
describe('the table of commands that are not run', () => {
  it('names only commands of the pages', () => {
    const stale = Object.entries(notRun).flatMap(([page, reasons]) =>
      Object.keys(reasons).filter(
        (start) =>
          !shellBlocks.some(
            (block) => block.page === page && block.commands.some((command) => command.startsWith(start)),
          ),
      ),
    )
    expect(stale).toEqual([])
  })

  it('names only tests that exist', () => {
    const texts = Object.values(notRun).flatMap((reasons) => Object.values(reasons))
    const tests = texts.flatMap((text) => text.match(/test\/[\w/-]+\.test\.ts/g) ?? [])
    expect(tests.length).toBeGreaterThan(5)
    expect(tests.filter((path) => !existsSync(join(root, path)))).toEqual([])
  })

  it('excludes fewer than half of the shell blocks', () => {
    const run = shellBlocks.filter(({ page, commands }) => commands.some((one) => !reasonFor(page, one)))
    expect(run.length).toBeGreaterThan(shellBlocks.length / 2)
  })
})
