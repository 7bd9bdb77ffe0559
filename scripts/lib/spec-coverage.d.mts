import type { SpecPage } from './spec-ids.mjs'

interface Row {
  readonly id: string
  readonly state: string
  readonly where: string
}
export interface Section {
  readonly heading: string
  readonly rows: readonly Row[]
}
export interface NamedTest {
  readonly file: string
  readonly name: string
}
export function coverageFaults(
  rows: readonly { readonly id: string }[],
  pages: readonly SpecPage[],
): readonly string[]
export function claimsIn(text: string): readonly string[]
export function parseCoverage(text: string): readonly Section[]
export function testsNamed(where: string): readonly NamedTest[]
export function allNamed(sections: readonly Section[]): readonly NamedTest[]
export function checkRun(
  named: readonly NamedTest[],
  tests: readonly { readonly file: string; readonly titles: readonly string[]; readonly state: string }[],
): { readonly failed: readonly string[]; readonly skipped: readonly string[] }
