import type { Query } from '../../database/database.ts'
import type { Metrics } from '../metrics.ts'
import { Refused } from '../refused.ts'
import { type MailingLimits, returnMailing, takeMailing } from '../store/mailings.ts'
import type { Mail, Mailer } from './mailer.ts'
import type { MailFacts } from './mails.ts'

export interface PostOptions {
  readonly mailer: Mailer
  readonly query: Query
  readonly metrics: Metrics
  /** What the service calls itself. */
  readonly service: string
  /** How long codes and links are good, in ms. */
  readonly lasts: number
  readonly limits: Omit<MailingLimits, 'now'>
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface Letter {
  /** For metrics. */
  readonly kind: 'login-code' | 'device-link' | 'old-email' | 'new-email'
  /**
   * Whom the limits count, hashed. Without, there are none: what an owner asked for by a button in the mail before.
   */
  readonly recipient?: string | undefined
  readonly site?: string | undefined
  readonly write: (facts: MailFacts) => Mail
}

export interface Post {
  /**
   * Mails, within the limits of the recipient.
   * @throws `login/too-soon`, `request/too-many`, `mail/failed`
   */
  send(letter: Letter): Promise<void>
}

export function createPost({
  mailer,
  query,
  metrics,
  service,
  lasts,
  limits,
  now,
  onError,
}: PostOptions): Post {
  return {
    async send({ kind, recipient, site, write }) {
      const at = now()
      if (recipient !== undefined) await takeMailing(query, recipient, { ...limits, now: at })
      try {
        await mailer.send(write({ service, site, at, minutes: Math.round(lasts / 60_000) }))
        metrics.count('mails', kind)
      } catch (error) {
        metrics.count('mails', `${kind}-failed`)
        onError(error)
        if (recipient !== undefined) await returnMailing(query, recipient)
        throw new Refused('mail/failed')
      }
    },
  }
}
