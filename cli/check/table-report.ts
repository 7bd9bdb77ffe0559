import type { Paint } from '../output/paint.ts'
import { table } from '../output/table.ts'
import type { CheckReport, FlowReport, StepResult, StepStatus } from './report.ts'

export function tableReport({ flows, passed, wrong, failed, skipped }: CheckReport, color: Paint): string {
  const parts = flows.map((flow) => {
    const rows = flow.steps.map((step) => [
      step.step,
      mark(step.status, color),
      summaryOf(step),
      seconds(step.durationMs),
    ])
    const title = `${color.bold(flow.name)} ${color.dim(`${flow.network} ${flow.account ?? ''}`)}`
    return `${title}\n${table([['STEP', 'RESULT', 'SEEN', 'TIME'], ...rows])}`
  })
  const counts = [
    `${passed} ok`,
    wrong > 0 && `${wrong} wrong`,
    failed > 0 && `${failed} could not be done`,
    skipped > 0 && `${skipped} skipped`,
  ]
  return [...parts, ...overview(flows, color), counts.filter(Boolean).join(', ')].join('\n\n')
}

function overview(flows: readonly FlowReport[], color: Paint): readonly string[] {
  if (flows.length < 2) return []
  const rows = flows.map(({ name, network, ok, steps }) => [
    name,
    network,
    ok ? color.green('ok') : color.red('not ok'),
    String(steps.length),
  ])
  return [table([['FLOW', 'NETWORK', 'RESULT', 'STEPS'], ...rows])]
}

export function progressLine(step: StepResult, color: Paint): string {
  return `  ${mark(step.status, color)} ${step.step} ${color.dim(`${seconds(step.durationMs)}  ${summaryOf(step)}`)}`
}

function summaryOf({ error, summary }: StepResult): string {
  if (!error) return summary
  const { message, code, hash } = error
  const transaction = hash === undefined || message.includes(hash) ? '' : `, transaction ${hash}`
  return `${message} [${code}]${transaction}`
}

function mark(status: StepStatus, { green, red, yellow }: Paint): string {
  const marks = { ok: green('ok'), wrong: red('wrong'), failed: red('failed'), skipped: yellow('skipped') }
  return marks[status]
}

function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(2)} s`
}
