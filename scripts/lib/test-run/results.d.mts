export interface RunTest {
  readonly file: string
  readonly titles: readonly string[]
  readonly state: 'passed' | 'failed' | 'skipped'
  readonly tags: readonly string[]
  readonly ms: number
  readonly error?: string
}
/** A test, a describe or a file that failed. A file has no titles. */
export interface Failure {
  readonly file: string
  readonly titles: readonly string[]
  readonly error?: string
}
export interface RunResults {
  readonly tests: readonly RunTest[]
  readonly files: readonly { readonly file: string; readonly state: string; readonly ms: number }[]
  readonly failures: readonly Failure[]
  readonly unhandled: readonly string[]
  readonly running: readonly { readonly file: string; readonly titles?: readonly string[] }[]
  /** Tests that failed first, and passed in the second try. */
  readonly unsteady: readonly Failure[]
  readonly hung: boolean
  readonly ended: boolean
  readonly code: number
}
