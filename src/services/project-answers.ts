import * as z from 'zod/mini'
import type { ProjectFeature } from '../core/options/features.ts'

// This file may import only types from our own modules: see `wallet-answer.ts`.

/** The maximum lengths of texts in characters, and the maximum numbers of entries. They aren't in the specification. */
const most = { text: 64, names: 50, entries: 100, origins: 500, origin: 300 }

const name = z.string().check(z.minLength(1), z.maxLength(most.text))
const names = z.nullable(z.array(name).check(z.maxLength(most.names)))
const feature = z.object({
  id: name,
  isEnabled: z.catch(z.boolean(), false),
  // If the project's list is invalid, the host's options decide.
  config: z.catch(names, null),
})
/** The on-ramp feature. If the list of providers is invalid, there are no providers (S1.5). */
const sellers = z.extend(feature, { id: z.literal('onramp'), config: z.catch(z._default(names, null), []) })
const entry = z.union([sellers, feature])
const features = z.object({ features: z.array(z.unknown()).check(z.maxLength(most.entries)) })
const origins = z.object({
  allowedOrigins: z.array(z.unknown()).check(z.maxLength(most.origins)),
})
const origin = z.string().check(z.minLength(1), z.maxLength(most.origin))
const analytics = z.object({ isAnalyticsEnabled: z.boolean() })

/** Returns the valid entries without duplicates. Returns undefined if the whole response is invalid. */
export function readProjectFeatures(body: unknown): readonly ProjectFeature[] | undefined {
  const { data } = features.safeParse(body)
  if (!data) return undefined
  const found = new Map<string, ProjectFeature>()
  for (const each of data.features) {
    const { data: one } = entry.safeParse(each)
    if (one && !found.has(one.id)) found.set(one.id, one)
  }
  return [...found.values()]
}

/** Returns the valid patterns. Returns undefined if the whole response is invalid. */
export function readOrigins(body: unknown): readonly string[] | undefined {
  const { data } = origins.safeParse(body)
  return data?.allowedOrigins.flatMap((one) => origin.safeParse(one).data ?? [])
}

/** Returns whether analytics are on. Returns undefined if the response is invalid. */
export function readAnalyticsSwitch(body: unknown): boolean | undefined {
  return analytics.safeParse(body).data?.isAnalyticsEnabled
}
