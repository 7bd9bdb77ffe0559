import { raceAbort } from '../../../core/async/abort.ts'
import { loadPeer } from '../../load-peer.ts'
import type { Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example`, or `smtp://127.0.0.1:1025`. */
  readonly url: string
  /** The sender's address. */
  readonly from: string
  /** The sender's display name. */
  readonly name?: string | undefined
}

/** The time limit for a mail, in ms. A visitor waits while the mail is sent. */
const limit = 10_000
/** In ms: how long a stopping server waits for mails. Docker kills a server 10 s after it asks the server to stop. */
const closingLimit = 5_000

/**
 * Creates a mailer that sends through an SMTP server.
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
      // User input must not make nodemailer read files or URLs.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name, address: from } },
  )
  const sending = new Set<Promise<unknown>>()
  return {
    async send({ to, subject, text, html }) {
      // Pass the address as an object, so that special characters can't turn it into several addresses.
      const sent = transport.sendMail({ to: { name: '', address: to }, subject, text, html })
      sending.add(sent)
      await sent.finally(() => sending.delete(sent))
    },
    async check() {
      await transport.verify()
    },
    async close() {
      // Requests don't wait for some mails, such as those about a new device. Wait for them here.
      const late = AbortSignal.timeout(closingLimit)
      // A request that is still running may send another mail meanwhile.
      while (sending.size > 0 && !late.aborted)
        await raceAbort(Promise.allSettled(sending), late).catch(() => {})
      transport.close()
    },
  }
}
