import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import type { AtOnce } from './http/at-once.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { Post } from './mail/post.ts'
import type { Metrics } from './metrics.ts'
import type { Lifetimes } from './options.ts'
import type { Random, Secrets } from './secrets.ts'

/** What the routes of the service are given. */
export interface ServiceParts {
  readonly database: Database
  readonly secrets: Secrets
  readonly random: Random
  readonly lifetimes: Lifetimes
  readonly post: Post
  readonly metrics: Metrics
  readonly limits: {
    readonly loginsOfNetwork: RateLimit
    readonly loginsOfDevice: RateLimit
    readonly tries: RateLimit
  }
  /** Requests that wait for a link. */
  readonly waits: { readonly ofDevice: AtOnce; readonly ofNetwork: AtOnce }
  /** Milliseconds since 1970. */
  readonly now: () => number
}

/** Who is logged in. */
export interface LoggedIn {
  readonly session: string
  readonly user: string
}

/** What is known of a request. */
export interface Asked {
  readonly Variables: {
    /** By what its client is known, for rates. */
    readonly network: string
    /** The thumbprint of the device that signed it. */
    readonly device: string
    readonly loggedIn: LoggedIn
  }
}
export type AskedContext = Context<Asked>
