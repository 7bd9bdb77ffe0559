export interface Section {
  readonly heading: string
  readonly rows: readonly { readonly quote: string; readonly state: string; readonly where: string }[]
}
export interface NamedTest {
  readonly file: string
  readonly name: string
}
export function cut(
  text: string,
): readonly { readonly heading: string; readonly level: number; readonly rows: readonly string[] }[]
export function parseCoverage(text: string): readonly Section[]
export function printRow(row: Section['rows'][number]): string
export function testsNamed(where: string): readonly NamedTest[]
export function allNamed(sections: readonly Section[]): readonly NamedTest[]
export function checkRun(
  named: readonly NamedTest[],
  tests: readonly { readonly file: string; readonly titles: readonly string[]; readonly state: string }[],
): { readonly failed: readonly string[]; readonly skipped: readonly string[] }
