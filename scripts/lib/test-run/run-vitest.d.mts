import type { RunResults } from './results.mjs'

export interface VitestRun {
  readonly options: readonly string[]
  readonly filters?: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly cwd?: string
  readonly output?: 'inherit' | 'ignore'
  /** In ms. */
  readonly silenceLimit?: number
}
export function runVitest(run: VitestRun): Promise<RunResults>
export function runTwice(run: VitestRun): Promise<RunResults>
