import { loadPeer } from '../../load-peer.ts'
import type { Mailer } from './mailer.ts'

export interface SmtpOptions {
  /** Such as `smtps://user:password@mail.example`, or `smtp://127.0.0.1:1025`. */
  readonly url: string
  /** From whom the mails are: an address. */
  readonly from: string
  /** What stands beside the address. */
  readonly name?: string | undefined
}

/** In ms. A visitor waits for the mail to be taken. */
const limit = 10_000

/**
 * Sends by a server of SMTP.
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
      // Nothing that somebody typed names a file or a server to read from.
      disableFileAccess: true,
      disableUrlAccess: true,
    },
    { from: { name, address: from } },
  )
  return {
    async send({ to, subject, text, html }) {
      // As an object, so that it is one address whatever characters it has.
      await transport.sendMail({ to: { name: '', address: to }, subject, text, html })
    },
    async check() {
      await transport.verify()
    },
    close: () => transport.close(),
  }
}
