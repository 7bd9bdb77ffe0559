import type { Section } from './spec-coverage.mjs'

type Read = (path: string) => string | undefined

export function reachesClient(file: string, read: Read): boolean
export function clientFaults(rows: Section['rows'], read: Read): readonly string[]
