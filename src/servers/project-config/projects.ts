import * as z from 'zod'
import type { Feature } from './feature.ts'
import { features } from './features.ts'
import { originPattern } from './origins.ts'

/** An app of the host's, by the id that its pages bring. */
export interface Project {
  /** Of the pages that may ask, such as `https://app.example`; a `*` stands for a part of it. Empty: any. */
  readonly origins: readonly string[]
  /** Whether its pages send events, and whether they are kept. */
  readonly analytics: boolean
  /** What is switched from here: off, on, or on with these. What is absent is left to the page. */
  readonly features: Readonly<Partial<Record<Feature, boolean | readonly string[]>>>
}

/** By id. */
export type Projects = ReadonlyMap<string, Project>
/** Where a service looks a project up. */
export type FindsProjects = Pick<Projects, 'get'>

const file = z.strictObject({
  projects: z
    .record(
      z.string().regex(/^[\w.-]{1,128}$/, 'an id has letters, digits, ".", "-" and "_", at most 128 of them'),
      z.strictObject({
        origins: z.array(originPattern).max(500).default([]),
        analytics: z.boolean().default(true),
        features: z.strictObject(features).default({}),
      }),
    )
    .refine((projects) => Object.keys(projects).length > 0, 'there is none'),
})

/**
 * The file in which an operator lists the projects, as JSON.
 * @throws An error whose message says which field is wrong, and how.
 */
export function readProjects(text: string): Projects {
  let value: unknown
  try {
    value = JSON.parse(text)
  } catch (cause) {
    throw new Error(`It is not JSON: ${(cause as Error).message}`)
  }
  const read = file.safeParse(value)
  if (read.success) return new Map(Object.entries(read.data.projects))
  const [issue] = read.error.issues
  const reasons = issue?.code === 'invalid_key' ? issue.issues : [issue]
  throw new Error(`${issue?.path.join('.') || 'It'}: ${reasons.map((one) => one?.message).join(', ')}`)
}
