import { plain } from '../output/output.ts'
import type { CheckReport, FlowReport, StepResult } from './report.ts'

/** A JUnit XML report, with a suite per flow and a case per step. */
export function junitReport({ flows, wrong, failed, skipped }: CheckReport): string {
  const count = flows.reduce((sum, { steps }) => sum + steps.length, 0)
  return [
    '<?xml version="1.0" encoding="UTF-8"?>',
    `<testsuites name="latchkey check" tests="${count}" failures="${wrong}" errors="${failed}" skipped="${skipped}">`,
    ...flows.map(suite),
    '</testsuites>',
    '',
  ].join('\n')
}

function suite(flow: FlowReport): string {
  const count = (status: string) => flow.steps.filter((step) => step.status === status).length
  return [
    `  <testsuite name="${escaped(flow.name)}" tests="${flow.steps.length}" failures="${count('wrong')}" errors="${count('failed')}" skipped="${count('skipped')}" time="${seconds(flow.durationMs)}">`,
    ...flow.steps.map((step) => testcase(flow, step)),
    '  </testsuite>',
  ].join('\n')
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
      // biome-ignore lint/suspicious/noControlCharactersInRegex: XML 1.0 has no place for them, even escaped
      .replace(/[\u0000-\u0008\u000B\u000C\u000E-\u001F\uFFFE\uFFFF]/g, '\uFFFD')
      .replace(/[&<>"]/g, (character) => entities[character] ?? character)
  )
}
