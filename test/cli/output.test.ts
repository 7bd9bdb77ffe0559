import { describe, expect, it } from 'vitest'
import { CliError } from '../../cli/output/cli-error.ts'
import { Output, reportOf } from '../../cli/output/output.ts'
import { paint } from '../../cli/output/paint.ts'
import { printable, printableLines } from '../../cli/output/printable.ts'
import { fields, table } from '../../cli/output/table.ts'
import { fc } from '../support/fast-check.ts'

function recorded(env: Record<string, string> = {}) {
  const written = { stdout: '', stderr: '' }
  const sink = (name: 'stdout' | 'stderr') => ({
    write(text: string) {
      written[name] += text
    },
  })
  return { out: new Output({ stdout: sink('stdout'), stderr: sink('stderr'), env }), written }
}

describe('the output of the command line', () => {
  it('prints error texts of other programs without control characters', () => {
    const { out, written } = recorded()
    const message = 'sign-doc: is not JSON: \u001b[2J\u202e'
    out.fail(new Error(message), { code: 'validation/invalid-input', message, hint: 'Look \u009b again' })
    for (const hidden of ['\u202e', '\u009b', '\u001b[2J']) expect(written.stderr).not.toContain(hidden)
    expect(written.stderr).toContain('\\u{1b}[2J')
  })

  it('masks known secrets wherever they appear', () => {
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

  it('prints one JSON object, even if a command fails after it has printed its result', () => {
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

  it('prints an error after the JSON object to standard error, unless the command was interrupted', () => {
    const { out, written } = recorded()
    out.json = true
    out.publish({ data: {}, text: '', primary: '' })
    const [object, message] = [written.stdout, 'The node ended by itself']
    out.fail(new CliError('cli/interrupted', 130, 'Interrupted'), {
      code: 'cli/interrupted',
      message: 'Interrupted',
      hint: null,
    })
    expect(written.stderr).toBe('')
    out.fail(new CliError('cli/node-ended', 5, message), {
      code: 'cli/node-ended',
      message,
      hint: 'Restart it',
    })
    expect(written).toEqual({
      stdout: object,
      stderr: 'error The node ended by itself [cli/node-ended]\n  Restart it\n',
    })
  })

  it('shows in an error what failed, why, how to fix it, and the error code', () => {
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

  it('gives any thrown value a code and a message', () => {
    const none = () => undefined
    for (const thrown of ['text', undefined, null, 7, {}, new Error('')]) {
      expect(reportOf(thrown, none)).toMatchObject({ code: 'internal/unexpected', hint: null })
    }
  })

  it('aligns columns by their visible width', () => {
    expect(
      table([
        ['a', 'b'],
        [paint(true).green('long'), 'c'],
      ]).replace(/\uFDD0[^\uFDD1]*\uFDD1/g, ''),
    ).toBe('a     b\nlong  c')
  })

  it('keeps its own styles, and removes all other control sequences', () => {
    const { out, written } = recorded({ FORCE_COLOR: '1' })
    out.log(`${out.errorColor.green('ok')} \u001B[31mred\u001B[39m \uFDD0x:31\uFDD1`)
    expect(written.stderr).toBe('\u001B[32mok\u001B[39m \\u{1b}[31mred\\u{1b}[39m \uFDD0x:31\uFDD1\n')
  })

  it('shows a name with line breaks in a single row', () => {
    expect(
      fields([
        ['page', 'Good Site\nnetwork  eip155:1'],
        ['network', 'eip155:31337'],
      ]),
    ).toBe('page     Good Site\\nnetwork  eip155:1\nnetwork  eip155:31337')
  })

  it('indents the lines of an error message, so that they differ from other output', () => {
    const { out, written } = recorded()
    const message = 'the node says no\nSent 1 ETH'
    out.fail(new Error(message), { code: 'rpc/x', message, hint: null })
    expect(written.stderr).toBe('error the node says no\n    Sent 1 ETH [rpc/x]\n')
  })
})

/**
 * Characters that act on a terminal or are invisible: control characters, direction marks, characters without width,
 * and unusual spaces.
 */
const acting = /(?!\n)[\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Co}\p{Default_Ignorable_Code_Point}]|(?! )\p{Zs}/u
const anyText = fc.oneof(
  fc.string({ unit: 'binary' }),
  fc.string({
    unit: fc.constantFrom(
      ...[
        '\u001b[2J',
        '\u009b1m',
        '\u202e',
        '\u2066',
        '\u200b',
        '\ufeff',
        '\u3164',
        '\u00a0',
        '\u2028',
        '\u007f',
        '\r',
      ],
      ...['\u{e0041}', '\ufe0f', '\u0007', 'a', '\n', '"', '\\\\'],
    ),
  }),
)

describe('untrusted text', () => {
  it('never acts on the terminal, however it is printed', () => {
    fc.assert(
      fc.property(anyText, fc.boolean(), (text, json) => {
        const { out, written } = recorded()
        Object.assign(out, { json, verbose: true })
        out.log(text)
        out.progress(text)
        out.debug(text)
        out.event('request', { text, [text]: [text] })
        out.page('text', text)
        out.fail(Object.assign(new Error(text, { cause: new Error(text) }), { details: text }), {
          code: 'x',
          message: text,
          hint: text,
        })
        out.publish({ data: { text, [text]: [text] }, text, primary: text })
        expect(written.stderr).not.toMatch(acting)
        expect(written.stdout).not.toMatch(acting)
      }),
      { numRuns: 1000 },
    )
  })

  it('is unchanged in JSON', () => {
    fc.assert(
      fc.property(anyText, (text) => {
        const { out, written } = recorded()
        out.json = true
        out.publish({ data: { text }, text, primary: text })
        expect(JSON.parse(written.stdout).data.text).toBe(text)
      }),
      { numRuns: 1000 },
    )
  })

  it('never moves the cursor and never reverses the direction of a line', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary' }), (text) => {
        expect(printable(text)).not.toMatch(/[\p{Cc}\u200e\u200f\u202a-\u202e\u2066-\u2069]/u)
      }),
    )
    expect(printable('Grüße 你好 👋')).toBe('Grüße 你好 👋')
    expect(printableLines('a\u001b[2Jb\u009b1mc\u202ed\ne')).toBe('a\\u{1b}[2Jb\\u{9b}1mc\\u{202e}d\ne')
  })
})

describe('a narrow terminal', () => {
  const onTerminal = (columns: number | undefined, text: string) => {
    let shown = ''
    const sink = { write: (part: string) => (shown += part), isTTY: true, columns }
    const env = { NO_COLOR: '1' }
    new Output({ stdout: sink, stderr: sink, env }).publish({ data: {}, text, primary: '' })
    return shown.trimEnd().split('\n')
  }
  const hash = `0x${'ab'.repeat(32)}`

  it('makes tables wrap at 40 columns without breaking addresses', () => {
    const text = fields([
      ['hash', hash],
      ['network', 'A network with quite a long name of its own (eip155:31337)'],
      ['status', 'pending'],
    ])
    expect(onTerminal(40, text)).toEqual([
      'hash',
      `         ${hash}`,
      'network  A network with quite a long',
      '         name of its own (eip155:31337)',
      'status   pending',
    ])
    expect(onTerminal(120, text)).toEqual(text.split('\n'))
    expect(onTerminal(undefined, text)).toEqual(text.split('\n'))
  })

  it('indents the wrapped lines of a row with several cells', () => {
    const text = table([
      ['STEP', 'RESULT', 'SEEN'],
      ['connect', 'ok', 'an account of the network that was asked for'],
    ])
    const lines = onTerminal(40, text)
    expect(lines.every((line) => line.length <= 40)).toBe(true)
    expect(lines.slice(2).every((line) => /^ {2}\S/.test(line))).toBe(true)
    expect(lines.join(' ').replace(/\s+/g, ' ')).toBe(text.replace(/\s+/g, ' '))
  })

  it("doesn't change JSON", () => {
    const written: string[] = []
    const sink = { write: (part: string) => written.push(part), isTTY: true, columns: 40 }
    const out = new Output({ stdout: sink, stderr: sink, env: {} })
    out.json = true
    const said = 'a text of many words that is wider than the terminal'
    out.publish({ data: { said }, text: '', primary: '' })
    expect(JSON.parse(written.join('')).data.said).toBe(said)
    expect(written.join('')).toContain(said)
  })
})
