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
  /** The name of the service. */
  readonly service: string
  /** How long codes and links are valid, in ms. */
  readonly lasts: number
  readonly limits: Omit<MailingLimits, 'now'> & { readonly mostOfNetwork: number }
  readonly now: () => number
  readonly onError: (error: unknown) => void
}

export interface LimitedMail {
  /** Label for metrics. */
  readonly kind:
    | 'login-code'
    | 'device-link'
    | 'old-email'
    | 'new-email'
    | 'email-changed'
    | 'new-device'
    | 'new-passkey'
  /**
   * The mail counts toward this recipient's limits. Absent: the mail isn't limited, for example because the owner of the address clicked a button
   * in an earlier mail.
   */
  readonly recipient?: Recipient | undefined
  readonly site?: string | undefined
  /** The device's name, as `http/device-name.ts` reads it from the request. */
  readonly device?: string | undefined
  readonly write: (facts: MailFacts) => Mail
}

/** The recipient of a mail. `name` is a hash of the address and the mail's purpose. */
export interface Recipient {
  readonly name: string
  /**
   * A hash of the address, the purpose and the requester's IP range (`clientNetwork`), for mails that anyone can request. The cooldown and a lower daily limit apply to this
   * hash.
   */
  readonly ofNetwork?: string | undefined
}

export interface MailSender {
  /**
   * Sends a mail, within the recipient's limits.
   * @throws `login/too-soon`, `request/too-many`, `mail/failed`
   */
  send(letter: LimitedMail): Promise<void>
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
}: PostOptions): MailSender {
  /**
   * Counts the mail toward the recipient's limits.
   * @returns The names of the counters that were incremented, so that they can be decremented if the mail isn't sent.
   */
  async function takeAll(recipient: Recipient | undefined, now: number): Promise<readonly string[]> {
    if (!recipient) return []
    const { name, ofNetwork } = recipient
    const { cooldown, max, mostOfNetwork } = limits
    if (ofNetwork === undefined) {
      await takeMailing(query, name, { now, cooldown, max })
      return [name]
    }
    await takeMailing(query, ofNetwork, { now, cooldown, max: mostOfNetwork })
    try {
      await takeMailing(query, name, { now, cooldown: 0, max })
    } catch (error) {
      await returnMailing(query, ofNetwork)
      throw error
    }
    return [name, ofNetwork]
  }

  return {
    async send({ kind, recipient, site, device, write }) {
      const at = now()
      const taken = await takeAll(recipient, at)
      try {
        await mailer.send(write({ service, site, device, at, minutes: Math.round(lasts / 60_000) }))
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
