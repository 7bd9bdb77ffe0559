import type { RunResults } from './results.mjs'

export function isGreen(results: RunResults): boolean
export function closingLines(results: RunResults): string[]
export function countTests(all: readonly RunResults[]): {
  passed: number
  failed: number
  skipped: number
  leftOut: number
}
