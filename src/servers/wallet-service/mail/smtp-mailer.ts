import { raceAbort } from '../../../core/async/abort.ts'
import { loadPeer } from '../../load-peer.ts'
import type { Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** A URL such as `smtps://user:password@mail.example` or `smtp://127.0.0.1:1025`. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** The sender's display name. */
  readonly name?: string | undefined
}

/** The time limit of each step of sending a mail, in ms. A visitor waits while the mail is sent. */
const limit = 10_000
/**
 * In ms: how long `close` waits for mails that aren't sent yet. Docker kills a stopping server
 * after 10 s.
 */
const closingLimit = 5_000

/**
 * Creates a mailer that uses an SMTP server.
 * @throws `config/peer-missing` without nodemailer.
 */
export async function smtpMailer({ url, from, name = '' }: SmtpOptions): Promise<Mailer> {
  const { createTransport } = await loadPeer(() => import('nodemailer'), {
    feature: 'Mail',
    install: 'npm install nodemailer',
  })
  const transport = createTransport(
    {
      url,
      pool: true,
      connectionTimeout: limit,
      greetingTimeout: limit,
      socketTimeout: limit,
      // Text from a user must not make nodemailer read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name, address: from } },
  )
  const sending = new Set<Promise<unknown>>()
  return {
    async send({ to, subject, text, html }) {
      // The address is an object, because nodemailer could read a text as several addresses.
      const sent = transport.sendMail({ to: { name: '', address: to }, subject, text, html })
      sending.add(sent)
      await sent.finally(() => sending.delete(sent))
    },
    async check() {
      await transport.verify()
    },
    async close() {
      // Some mails are sent after their request was answered, such as the mail about a new device.
      const late = AbortSignal.timeout(closingLimit)
      // Check again each time, because a request that still runs may send another mail.
      while (sending.size > 0 && !late.aborted)
        await raceAbort(Promise.allSettled(sending), late).catch(() => {})
      transport.close()
    },
  }
}
