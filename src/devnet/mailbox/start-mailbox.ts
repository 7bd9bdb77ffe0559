import { EventEmitter, once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { buffer } from 'node:stream/consumers'
import type { SMTPServerOptions } from 'smtp-server'
import { loadPeer } from '../../servers/load-peer.ts'
import { type ReceivedMail, readMail } from './read-mail.ts'

/** A mail server on loopback. It keeps mails in memory and delivers none. */
export interface DevMailbox {
  /** A URL such as `smtp://127.0.0.1:2525`. */
  readonly url: string
  /** The received mails, oldest first. The last 1,000 are kept. */
  mails(): readonly ReceivedMail[]
  /**
   * Waits for a mail to an address, and skips the first `after` mails to this address.
   * @param address The case doesn't matter.
   */
  waitFor(
    address: string,
    options?: { readonly after?: number | undefined; readonly signal?: AbortSignal | undefined },
  ): Promise<ReceivedMail>
  stop(): Promise<void>
}

const maxKept = 1000
/** In bytes. */
const largest = 256 * 1024

/**
 * Starts a mailbox.
 * @throws `config/peer-missing` without smtp-server.
 */
export async function startMailbox(): Promise<DevMailbox> {
  const { SMTPServer } = await loadPeer(() => import('smtp-server'), {
    feature: 'The local mailbox',
    install: 'npm install smtp-server',
  })
  const kept: ReceivedMail[] = []
  const arrivals = new EventEmitter().setMaxListeners(0)
  const mailsTo = (address: string) => kept.filter(({ to }) => to.includes(address.toLowerCase()))
  const onData: SMTPServerOptions['onData'] = (stream, { envelope }, callback) => {
    buffer(stream)
      .then((raw) => {
        const from = envelope.mailFrom ? envelope.mailFrom.address : ''
        const to = envelope.rcptTo.map(({ address }) => address.toLowerCase())
        kept.push({ from, to, ...readMail(raw) })
        if (kept.length > maxKept) kept.shift()
        callback(null)
        arrivals.emit('mail')
      })
      .catch((error: Error) => callback(error))
  }
  const server = new SMTPServer({
    banner: 'Latchkey development mailbox: it delivers nothing',
    authOptional: true,
    disabledCommands: ['AUTH', 'STARTTLS'],
    size: largest,
    closeTimeout: 500,
    onData,
  })
  // Ignore errors, because a client may disconnect at any time.
  server.on('error', () => {})
  server.listen(0, '127.0.0.1')
  await once(server.server, 'listening')
  const { port } = server.server.address() as AddressInfo

  return {
    url: `smtp://127.0.0.1:${port}`,
    mails: () => [...kept],
    async waitFor(address, { after = 0, signal } = {}) {
      for (;;) {
        signal?.throwIfAborted()
        const mail = mailsTo(address)[after]
        if (mail) return mail
        // Ignore the error of an abort: the next round of the loop throws the signal's reason.
        await once(arrivals, 'mail', { signal }).catch(() => {})
      }
    },
    stop: () => new Promise((resolve) => server.close(() => resolve())),
  }
}
