import { connect } from 'node:net'
import { createTransport } from 'nodemailer'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { readMail } from '../../../src/devnet/mailbox/read-mail.ts'
import { type DevMailbox, startMailbox } from '../../../src/devnet/mailbox/start-mailbox.ts'

let mailbox: DevMailbox
let sent = 0
beforeAll(async () => {
  mailbox = await startMailbox()
})
afterAll(() => mailbox?.stop())

const texts: Readonly<Record<string, string>> = {
  plain: 'A code: 123456\nand a second line',
  'with long lines': `${'word '.repeat(100)}\nhttps://wallet.example/device#${'a=b'.repeat(60)}\n`,
  'in other scripts': 'Grüße, 日本語, مرحبا, 🔑 = 1',
  'with dots at the beginning of lines': '.\n..\n.a',
  'with hyphens like a boundary': '--\n----_NmP\n--x--',
}
const encodings = ['quoted-printable', 'base64'] as const

describe('the mailbox', () => {
  it.each(
    Object.entries(texts).flatMap(([name, text]) =>
      encodings.map((encoding) => [name, encoding, text] as const),
    ),
  )('reads a text (%s), encoded as %s', async (_, encoding, text) => {
    const to = `visitor-${++sent}@example.com`
    const transport = createTransport(mailbox.url)
    await transport.sendMail({
      from: 'Wallet <wallet@service.example>',
      to,
      subject: `Subject: ${text.split('\n')[0]}`.slice(0, 200),
      text,
      html: `<p>${text}</p>`,
      textEncoding: encoding,
    })
    transport.close()
    const mail = await mailbox.waitFor(to.toUpperCase())
    expect({ ...mail, text: mail.text.trimEnd(), html: mail.html.trimEnd() }).toEqual({
      from: 'wallet@service.example',
      to: [to],
      subject: `Subject: ${text.split('\n')[0]}`.slice(0, 200).trim(),
      text: text.trimEnd(),
      html: `<p>${text}</p>`,
    })
  })

  it('reads a mail without parts, and a malformed mail', () => {
    const raw = (text: string) => readMail(Buffer.from(text.replaceAll('\n', '\r\n')))
    expect(raw('Subject: Hi\n\nA text\n')).toEqual({ subject: 'Hi', text: 'A text\n', html: '' })
    expect(raw('Subject: long\n  subject\nContent-Type: text/html\n\n<p>')).toEqual({
      subject: 'long subject',
      text: '',
      html: '<p>',
    })
    expect(raw('')).toEqual({ subject: '', text: '', html: '' })
    expect(raw('Content-Type: multipart/mixed; boundary=x\n\nno part')).toEqual({
      subject: '',
      text: '',
      html: '',
    })
  })

  it('reads a mail in an unknown charset as Latin-1', async () => {
    const to = `visitor-${++sent}@example.com`
    const transport = createTransport(mailbox.url)
    const raw = 'Subject: =?x-unknown?Q?Hi?=\r\nContent-Type: text/plain; charset=x-unknown\r\n\r\nA text\r\n'
    await transport.sendMail({ envelope: { from: 'a@b.example', to }, raw })
    transport.close()
    expect(await mailbox.waitFor(to)).toMatchObject({ subject: 'Hi', text: 'A text\n' })
  })

  it('waits for the first mail to an address, and also for the second mail', async () => {
    const to = `visitor-${++sent}@example.com`
    const transport = createTransport(mailbox.url)
    const second = mailbox.waitFor(to, { after: 1 })
    for (const subject of ['one', 'two'])
      await transport.sendMail({ from: 'a@b.example', to, subject, text: '' })
    transport.close()
    expect((await mailbox.waitFor(to)).subject).toBe('one')
    expect((await second).subject).toBe('two')
    const nobody = mailbox.waitFor('nobody@example.com', { signal: AbortSignal.timeout(20) })
    await expect(nobody).rejects.toThrow('timeout')
  })

  it('identifies itself, and can stop while a client is connected', async () => {
    const other = await startMailbox()
    const socket = connect(Number(new URL(other.url).port), '127.0.0.1')
    const [said] = await new Promise<[Buffer]>((resolve) => socket.once('data', (data) => resolve([data])))
    expect(String(said)).toContain('Latchkey development mailbox: it delivers nothing')
    socket.on('error', () => {})
    await other.stop()
    socket.destroy()
  })
})
