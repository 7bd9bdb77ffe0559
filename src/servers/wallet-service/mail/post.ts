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
  readonly limits: Omit<MailingLimits, 'now'> & { readonly mostOfNetwork: number }
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface Letter {
  /** For metrics. */
  readonly kind: 'login-code' | 'device-link' | 'old-email' | 'new-email'
  /** Whom the limits count. Without, there are none: what an owner asked for by a button in the mail before. */
  readonly recipient?: Recipient | undefined
  readonly site?: string | undefined
  readonly write: (facts: MailFacts) => Mail
}

/** An address, hashed, with what the mail is for. */
export interface Recipient {
  readonly name: string
  /** The same as asked for by one network, where anybody may ask: it has fewer of them, and the pause between two. */
  readonly ofNetwork?: string | undefined
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
  /** @returns What was taken, to be given back where no mail goes out. */
  async function takeAll(recipient: Recipient | undefined, now: number): Promise<readonly string[]> {
    if (!recipient) return []
    const { name, ofNetwork } = recipient
    const { cooldown, most, mostOfNetwork } = limits
    if (ofNetwork === undefined) {
      await takeMailing(query, name, { now, cooldown, most })
      return [name]
    }
    await takeMailing(query, ofNetwork, { now, cooldown, most: mostOfNetwork })
    try {
      await takeMailing(query, name, { now, cooldown: 0, most })
    } catch (error) {
      await returnMailing(query, ofNetwork)
      throw error
    }
    return [name, ofNetwork]
  }

  return {
    async send({ kind, recipient, site, write }) {
      const at = now()
      const taken = await takeAll(recipient, at)
      try {
        await mailer.send(write({ service, site, at, minutes: Math.round(lasts / 60_000) }))
        metrics.count('mails', kind)
      } catch (error) {
        metrics.count('mails', `${kind}-failed`)
        onError(error)
        await Promise.all(taken.map((one) => returnMailing(query, one)))
        throw new Refused('mail/failed')
      }
    },
  }
}
