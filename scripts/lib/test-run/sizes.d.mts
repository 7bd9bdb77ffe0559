export interface RunSize {
  readonly options: readonly string[]
  readonly env: Readonly<Record<string, string>>
  readonly howToRunAll: string
}
export function sizeOf(name: string): RunSize
