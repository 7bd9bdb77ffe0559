import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { createLatchkey } from 'latchkey'
import { describe, expect, it, onTestFinished } from 'vitest'
import { options } from '../unit/ui-react/rendering.ts'
import { root } from './code-blocks.ts'
import { pages } from './pages.ts'

type Parts = Readonly<Record<string, Readonly<Record<string, unknown>> | undefined>>

function client(): Parts {
  const latchkey = createLatchkey(options().options)
  onTestFinished(() => latchkey.dispose())
  return latchkey as unknown as Parts
}

/** Returns the names in backticks. */
const named = (text: string) => [...text.matchAll(/`(\w+)`/g)].map(([, name = '']) => name)

describe('the controllers in the documentation', () => {
  it('have the calls that the table of docs/own-ui.md names', () => {
    const latchkey = client()
    const [, section = ''] = readFileSync(join(root, 'docs/own-ui.md'), 'utf8').split('## The controllers')
    const rows = section.split('\n').filter((line) => line.startsWith('| `'))
    const calls = rows.flatMap((row) => {
      const [, controller = '', , does = ''] = row.split('|')
      return named(controller).flatMap((name) => named(does).map((call) => [name, call] as const))
    })
    expect(calls.length).toBeGreaterThan(20)
    expect(calls.filter(([name, call]) => typeof latchkey[name]?.[call] !== 'function')).toEqual([])
  })

  it('have the members that the text of the pages names', () => {
    const latchkey = client()
    const members = pages.flatMap(({ path, text }) =>
      [...text.matchAll(/`latchkey\.(\w+)\.(\w+)/g)].map(
        ([, name = '', member = '']) => [path, name, member] as const,
      ),
    )
    expect(members.length).toBeGreaterThan(10)
    expect(members.filter(([, name, member]) => !(member in (latchkey[name] ?? {})))).toEqual([])
  })
})
