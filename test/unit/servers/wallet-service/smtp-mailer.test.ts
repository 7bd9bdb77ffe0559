import { expect, it } from 'vitest'
import { startMailbox } from '../../../../src/devnet/mailbox/start-mailbox.ts'
import { smtpMailer } from '../../../../src/servers/wallet-service/mail/smtp-mailer.ts'

it('the mailer delivers its pending mails before it closes', async () => {
  const mailbox = await startMailbox()
  const mailer = await smtpMailer({ url: mailbox.url, from: 'wallet@service.example' })
  // More mails than the mailer sends at the same time.
  const visitors = Array.from({ length: 12 }, (_, index) => `visitor-${index}@example.com`)
  const sent = visitors.map((to) => mailer.send({ to, subject: 'A new device', text: 'Yours?', html: '' }))
  // This mail is sent while the mailer closes.
  const last = sent[0]!.then(() =>
    mailer.send({ to: 'last@example.com', subject: 'A new device', text: 'Yours?', html: '' }),
  )
  await mailer.close()
  await Promise.all([...sent, last])
  expect(mailbox.mails().flatMap(({ to }) => to)).toHaveLength(visitors.length + 1)
  await mailbox.stop()
})
