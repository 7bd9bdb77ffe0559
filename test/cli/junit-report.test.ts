import { describe, expect, it } from 'vitest'
import { brokenReport, junitReport } from '../../cli/check/junit-report.ts'
import { checkReport, type FlowReport, type StepResult } from '../../cli/check/report.ts'
import { CliError } from '../../cli/output/cli-error.ts'
import { runCli, tempDir } from './support/run-cli.ts'

const step = (name: string, seen: object = {}): StepResult => ({
  ...{ step: name, status: 'ok', summary: '', exitCode: 0, durationMs: 1 },
  seen: seen as StepResult['seen'],
})
const flow = (name: string, ...steps: StepResult[]): FlowReport => ({
  ...{ name, family: 'eip155', network: 'eip155:1', account: null, ok: true, steps, durationMs: 1 },
})

/** Returns the elements of a document in order. Checks that the elements are nested and closed correctly. */
function elements(xml: string): readonly { name: string; attributes: Record<string, string> }[] {
  expect(xml.startsWith('<?xml version="1.0" encoding="UTF-8"?>\n<testsuites ')).toBe(true)
  const open: string[] = []
  const found: { name: string; attributes: Record<string, string> }[] = []
  const rest = xml
    .replace(/^<\?xml[^>]*\?>/, '')
    .replace(/<(\/?)([\w-]+)((?: [\w-]+="[^"<]*")*)(\/?)>/g, (_, end, name, attributes, empty) => {
      if (end) expect(open.pop()).toBe(name)
      else {
        const pairs = [...attributes.matchAll(/ ([\w-]+)="([^"]*)"/g)].map((pair) => [pair[1], pair[2]])
        found.push({ name, attributes: Object.fromEntries(pairs) })
        if (!empty) open.push(name)
      }
      return ''
    })
  expect(open).toEqual([])
  expect(rest).not.toMatch(/[<>]|&(?!(amp|lt|gt|quot);)/)
  return found
}
const named = (xml: string, name: string) =>
  elements(xml)
    .filter((element) => element.name === name)
    .map(({ attributes }) => attributes)

describe('the JUnit report of a check', () => {
  it('gives flows and steps with equal names unique names', () => {
    const twice = [step('send'), step('send'), step('send (2)')]
    const report = junitReport(checkReport([flow('mine', ...twice), flow('mine', ...twice)]))
    expect(named(report, 'testsuite').map(({ name }) => name)).toEqual(['mine', 'mine (2)'])
    const cases = named(report, 'testcase').map(({ classname, name }) => `${classname} › ${name}`)
    expect(new Set(cases).size).toBe(6)
  })

  it('is well-formed, whatever texts it contains', () => {
    const odd = 'a <b> & "c" \u0000\u001b[2J \ud800 ]]>'
    const report = junitReport(checkReport([flow(odd, step(odd, { odd }))]))
    expect(named(report, 'testcase')).toHaveLength(1)
    for (const unfit of ['\u0000', '\u001b']) expect(report).not.toContain(unfit)
    expect(Buffer.from(report).toString()).toBe(report)
  })

  it('contains the flows that ran, and the error, if the check stopped with an error', () => {
    const data = checkReport([flow('mine', step('connect'))])
    const error = new CliError('cli/interrupted', 130, 'Interrupted', { data })
    const report = brokenReport(error, { code: 'cli/interrupted', message: 'Interrupted', hint: null })
    expect(named(report, 'testsuites')).toMatchObject([{ tests: '2', errors: '1', failures: '0' }])
    expect(named(report, 'error')).toEqual([{ type: 'cli/interrupted', message: 'Interrupted' }])
  })

  it.each<[string, readonly string[]]>([
    ['an unknown option', ['--nonsense']],
    ['a missing flow file', ['/no/such/flow.json']],
    ['an unknown network', ['-n', 'nowhere']],
    ['a missing devnet', ['--running', '-q']],
  ])('is printed even if the command fails because of %s', async (_, argv) => {
    const env = { LATCHKEY_HOME: tempDir() }
    const ran = await runCli(['check', '--reporter', 'junit', ...argv], { env })
    expect(ran.code).toBe(2)
    expect(named(ran.stdout, 'error')).toHaveLength(1)
    expect(ran.stderr).toContain('error')
  })
})
