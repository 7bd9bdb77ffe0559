import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { CliError } from '../../cli/output/cli-error.ts'
import { Output, reportOf } from '../../cli/output/output.ts'
import { printable, printableLines } from '../../cli/output/printable.ts'
import { table } from '../../cli/output/table.ts'

function recorded() {
  const written = { stdout: '', stderr: '' }
  const sink = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text
    },
  })
  return { out: new Output({ stdout: sink('stdout'), stderr: sink('stderr'), env: {} }), written }
}

describe('output', () => {
  it('says errors whose text comes from elsewhere without moving the cursor', () => {
    const { out, written } = recorded()
    const message = 'sign-doc: is not JSON: \u001b[2J\u202e'
    out.fail(new Error(message), { code: 'validation/invalid-input', message, hint: 'Look \u009b again' })
    for (const hidden of ['\u202e', '\u009b', '\u001b[2J']) expect(written.stderr).not.toContain(hidden)
    expect(written.stderr).toContain('\\u{1b}[2J')
  })

  it('masks what it was told is secret, wherever it turns up', () => {
    const { out, written } = recorded()
    out.verbose = true
    const key = `0x${'ab'.repeat(32)}`
    out.secret(`${key}\n`)
    out.log(`log ${key}`)
    out.debug(`debug ${key.slice(2)}`)
    out.fail(new CliError('x', 1, key, { cause: new Error(key) }), { code: 'x', message: key, hint: key })
    out.publish({ data: {}, text: key, primary: key })
    out.json = true
    out.publish({ data: { key }, text: '', primary: '' })
    expect(written.stdout + written.stderr).not.toContain('abab')
    expect(written.stdout).toContain('***')
  })

  it('prints one object only, also when a command fails after it', () => {
    const { out, written } = recorded()
    out.json = true
    out.publish({ data: { big: 2n ** 80n }, text: 'x', primary: 'y' })
    out.fail(new Error('late'), { code: 'late', message: 'late', hint: null })
    expect(JSON.parse(written.stdout)).toMatchObject({
      schemaVersion: 1,
      ok: true,
      data: { big: '1208925819614629174706176' },
    })
  })

  it('says what failed, why, what to do and the code', () => {
    const { out, written } = recorded()
    const error = Object.assign(new Error('The contract refused'), {
      code: 'node/execution-reverted',
      details: 'paused',
    })
    out.fail(
      error,
      reportOf(error, (code) => `look up ${code}`),
    )
    expect(written.stderr).toBe(
      'error The contract refused [node/execution-reverted]\n  because: paused\n  look up node/execution-reverted\n',
    )
  })

  it('gives anything that is thrown a code and a message', () => {
    const none = () => undefined
    for (const thrown of ['text', undefined, null, 7, {}, new Error('')]) {
      expect(reportOf(thrown, none)).toMatchObject({ code: 'internal/unexpected', hint: null })
    }
  })

  it('aligns columns by what is seen of them', () => {
    expect(
      table([
        ['a', 'b'],
        ['\u001B[32mlong\u001B[39m', 'c'],
      ]),
    ).toBe('a     b\n\u001B[32mlong\u001B[39m  c')
  })
})

describe('text from elsewhere', () => {
  it('never moves the cursor or turns the line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
    expect(printable('Grüße 你好 👋')).toBe('Grüße 你好 👋')
    expect(printableLines('a\u001b[2Jb\u009b1mc\u202ed\ne')).toBe('a\\u{1b}[2Jb\\u{9b}1mc\\u{202e}d\ne')
  })
})
