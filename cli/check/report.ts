import type { ExitCode } from '../output/exit-codes.ts'
import type { ErrorReport } from '../output/output.ts'

/** `wrong`: the step ran, but its result is wrong. `failed`: the step couldn't run. */
export type StepStatus = 'ok' | 'wrong' | 'failed' | 'skipped'

export interface StepResult {
  readonly step: string
  readonly status: StepStatus
  /** What the step saw, such as transaction hashes, balances, fees and signatures. */
  readonly seen: Readonly<Record<string, unknown>>
  readonly summary: string
  readonly error?: ErrorReport | undefined
  readonly exitCode: ExitCode
  readonly durationMs: number
}

export interface FlowReport {
  readonly name: string
  readonly family: string
  readonly network: string
  readonly account: string | null
  readonly ok: boolean
  readonly steps: readonly StepResult[]
  readonly durationMs: number
}

export interface CheckReport {
  readonly ok: boolean
  readonly passed: number
  readonly wrong: number
  readonly failed: number
  readonly skipped: number
  readonly flows: readonly FlowReport[]
}

export function checkReport(flows: readonly FlowReport[]): CheckReport {
  const count = (status: StepStatus) =>
    flows.flatMap(({ steps }) => steps).filter((step) => step.status === status).length
  return {
    ok: flows.length > 0 && flows.every(({ ok }) => ok),
    passed: count('ok'),
    wrong: count('wrong'),
    failed: count('failed'),
    skipped: count('skipped'),
    flows,
  }
}

/** Returns the step that decides the exit code: the first wrong step or, if no step is wrong, the first failed step. */
export function decidingStep(flows: readonly FlowReport[]): StepResult | undefined {
  const steps = flows.flatMap((flow) => flow.steps)
  return steps.find(({ status }) => status === 'wrong') ?? steps.find(({ status }) => status === 'failed')
}
