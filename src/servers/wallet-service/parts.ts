import type { Context } from 'hono'
import type { Database } from '../database/database.ts'
import type { ConcurrencyLimit } from './http/concurrency-limit.ts'
import type { RateLimit } from './http/rate-limit.ts'
import type { MailSender } from './mail/mail-sender.ts'
import type { Metrics } from './metrics.ts'
import type { Lifetimes } from './options.ts'
import type { Random, Secrets } from './secrets.ts'

/** The dependencies of the service's routes. */
export interface ServiceParts {
  /** The service's origin, which is used for links. */
  readonly url: string
  readonly database: Database
  readonly secrets: Secrets
  readonly random: Random
  readonly lifetimes: Lifetimes
  readonly mailSender: MailSender
  readonly metrics: Metrics
  readonly limits: {
    readonly loginsOfNetwork: RateLimit
    readonly loginsOfDevice: RateLimit
    readonly tries: RateLimit
  }
  /** The limits on requests that wait for an approval, by a mailed link or with Farcaster. */
  readonly waits: { readonly ofDevice: ConcurrencyLimit; readonly ofNetwork: ConcurrencyLimit }
  /** The current time, in ms since the epoch. */
  readonly now: () => number
}

export interface LoggedIn {
  readonly session: string
  readonly user: string
  readonly loggedInAt: Date
}

export interface ServiceEnv {
  readonly Variables: {
    /** The client network, by which requests are limited. */
    readonly network: string
    /** The thumbprint of the device that signed the request. */
    readonly device: string
    readonly loggedIn: LoggedIn
  }
}
export type ServiceContext = Context<ServiceEnv>
