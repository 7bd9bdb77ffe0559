import * as z from 'zod'
import type { Feature } from './feature.ts'

/** The name of a provider, such as `coinbase`. */
const word = z.string().regex(/^[\w.-]{1,64}$/, 'a name can have letters, digits, ".", "-" and "_"')
const logins = z.enum(['email', 'google', 'x', 'discord', 'farcaster', 'github', 'apple', 'facebook'])
const listOf = <T extends z.ZodType>(type: T) =>
  z
    .union([z.literal(false), z.array(type).min(1).max(50)], {
      error: 'it must be false, or a list of the names to offer, such as those in docs/serve.md',
    })
    .optional()
const onOrOff = z.boolean().optional()

/** The features that a host can configure remotely (S3.2.3). */
export const features = {
  activity: onOrOff,
  onramp: listOf(word),
  swap: listOf(word),
  social_login: listOf(logins),
  reown_branding: onOrOff,
} satisfies Record<Feature, z.ZodType>
