export function splitReport(text: string): {
  readonly report: string
  readonly own: readonly string[]
  readonly behind: readonly string[]
}
export function differingLines(before: string, after: string): readonly string[]
