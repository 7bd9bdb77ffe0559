import * as z from 'zod'
import type { Feature } from './feature.ts'
import { features } from './features.ts'
import { originPattern } from './origins.ts'

/** An app of the host. Its pages send the project id. */
export interface Project {
  /** The allowed origins, such as `https://app.example`. `*` matches a part of an origin. If the list is empty, all origins are allowed. */
  readonly origins: readonly string[]
  /** Whether pages send analytics events, and the server stores them. */
  readonly analytics: boolean
  /** The features that the host sets remotely: off, on, or on with a list of providers. If a feature is missing, the page decides. */
  readonly features: Readonly<Partial<Record<Feature, boolean | readonly string[]>>>
}

/** Projects by id. */
export type Projects = ReadonlyMap<string, Project>
/** A lookup of projects by id. */
export type FindsProjects = Pick<Projects, 'get'>

const file = z.strictObject({
  projects: z
    .record(
      z
        .string()
        .regex(/^[\w.-]{1,128}$/, 'an id can have letters, digits, ".", "-" and "_", at most 128 of them'),
      z.strictObject({
        origins: z.array(originPattern).max(500).default([]),
        analytics: z.boolean().default(true),
        features: z.strictObject(features).default({}),
      }),
    )
    .refine((projects) => Object.keys(projects).length > 0, 'there is none'),
})

/**
 * Reads the JSON in which an operator lists the projects.
 * @throws An error whose message names the invalid field and the problem.
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
