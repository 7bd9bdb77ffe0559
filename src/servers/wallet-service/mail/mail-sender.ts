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
  readonly kind:
    | 'login-code'
    | 'device-link'
    | 'old-email'
    | 'new-email'
    | 'email-changed'
    | 'new-device'
    | 'new-passkey'
  /**
   * The recipient whose limits apply to the mail. Undefined if no limit applies, for example because the recipient requested the
   * mail on a page that a link in an earlier mail opened.
   */
  readonly recipient?: Recipient | undefined
  readonly site?: string | undefined
  /** The name that `deviceName` reads from the request. */
  readonly device?: string | undefined
  readonly write: (facts: MailFacts) => Mail
}

/**
 * A recipient who can get only a limited number of mails. `name` is a hash of the address, the purpose of the mail, and for some
 * purposes the device.
 */
export interface Recipient {
  readonly name: string
  /**
   * A hash of the address, the purpose and the client network. It is set for mails that anyone can request. The pause between mails and a lower daily
   * limit apply to this hash.
   */
  readonly ofNetwork?: string | undefined
}

export interface MailSender {
  /**
   * Sends a mail, if the recipient's limits allow it.
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
   * Counts a mail for the recipient's limits.
   * @returns The names of the counters. If the mail isn't sent, the caller decrements these counters.
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
