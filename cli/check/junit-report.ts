import { CliError } from '../output/cli-error.ts'
import { exitCodeOf } from '../output/exit-codes.ts'
import { type ErrorReport, plain } from '../output/output.ts'
import { type CheckReport, checkReport, type FlowReport, type StepResult } from './report.ts'

/** Returns a JUnit report with a suite per flow and a case per step. Names are unique, because tools merge equal names. */
export function junitReport({ flows, wrong, failed, skipped }: CheckReport): string {
  const count = flows.reduce((sum, { steps }) => sum + steps.length, 0)
  const nameOf = uniqueNames()
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="latchkey check" tests="${count}" failures="${wrong}" errors="${failed}" skipped="${skipped}">`,
    ...flows.map((flow) => suite({ ...flow, name: nameOf(flow.name) })),
    '</testsuites>',
    '',
  ].join('\n')
}

/** Returns the report of a check that stopped with an error: the flows that ran, and a suite with the error. */
export function brokenReport(error: unknown, report: ErrorReport): string {
  const data = error instanceof CliError ? (error.data as Partial<CheckReport> | undefined) : undefined
  const flows = Array.isArray(data?.flows) ? (data as CheckReport).flows : []
  const step: StepResult = {
    ...{ step: 'check', status: 'failed', seen: {}, summary: '', error: report },
    ...{ exitCode: exitCodeOf(error), durationMs: 0 },
  }
  const about = { family: '', network: '', account: null, ok: false, durationMs: 0 }
  return junitReport(checkReport([...flows, { ...about, name: 'latchkey check', steps: [step] }]))
}

function suite(flow: FlowReport): string {
  const count = (status: string) => flow.steps.filter((step) => step.status === status).length
  const nameOf = uniqueNames()
  return [
    `  <testsuite name="${escaped(flow.name)}" tests="${flow.steps.length}" failures="${count('wrong')}" errors="${count('failed')}" skipped="${count('skipped')}" time="${seconds(flow.durationMs)}">`,
    ...flow.steps.map((step) => testcase(flow, { ...step, step: nameOf(step.step) })),
    '  </testsuite>',
  ].join('\n')
}

/** Numbers repeated names: `send`, `send (2)`. */
function uniqueNames(): (name: string) => string {
  const given = new Set<string>()
  return (name) => {
    let unique = name
    for (let count = 2; given.has(unique); count++) unique = `${name} (${count})`
    given.add(unique)
    return unique
  }
}

function testcase(flow: FlowReport, step: StepResult): string {
  const open = `    <testcase classname="${escaped(flow.name)}" name="${escaped(step.step)}" time="${seconds(step.durationMs)}">`
  return [
    open,
    ...verdict(step),
    `      <system-out>${escaped(JSON.stringify(step.seen, plain))}</system-out>`,
    '    </testcase>',
  ].join('\n')
}

function verdict({ status, error, summary }: StepResult): readonly string[] {
  if (status === 'ok') return []
  if (status === 'skipped') return [`      <skipped message="${escaped(summary)}"/>`]
  const tag = status === 'wrong' ? 'failure' : 'error'
  return [`      <${tag} type="${escaped(error?.code ?? '')}" message="${escaped(error?.message ?? '')}"/>`]
}

function seconds(ms: number): string {
  return (ms / 1000).toFixed(3)
}

function escaped(text: string): string {
  const entities: Readonly<Record<string, string>> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }
  return (
    text
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 forbids these characters, even if they are escaped
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]|\p{Cs}/gu, '\uFFFD')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  )
}
