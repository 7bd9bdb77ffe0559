import { randomBytes } from 'node:crypto'
import type { ServiceNetwork } from '../../src/core/wallet/wallet-service.ts'
import { freePort, onFreePort } from '../../src/devnet/free-port.ts'
import { type DevMailbox, startMailbox } from '../../src/devnet/mailbox/start-mailbox.ts'
import type { Database } from '../../src/servers/database/database.ts'
import type { Mailer } from '../../src/servers/wallet-service/mail/mailer.ts'
import { smtpMailer } from '../../src/servers/wallet-service/mail/smtp-mailer.ts'
import type { WalletServiceConfig } from '../../src/servers/wallet-service/options.ts'
import type { Random } from '../../src/servers/wallet-service/secrets.ts'
import { serveWallet } from '../../src/servers/wallet-service/serve-wallet.ts'
import { snapshotDatabase } from './snapshot-database.ts'

export interface StartWalletServiceOptions extends Partial<Omit<WalletServiceConfig, 'url'>> {
  /** The origins of the pages that may contain the wallet's frame. */
  readonly origins: readonly string[]
  readonly networks: readonly ServiceNetwork[]
  /** The folder with the files of the wallet's frame. */
  readonly assets?: string
  /** The database of the service. Default: a database in memory. `stop` doesn't close a database that the test passed in. */
  readonly database?: Database
  /** The key that encrypts the key shares in the database. Default: a random key. */
  readonly key?: Uint8Array
  readonly now?: () => number
  readonly random?: Random
  /** Serves at the host name `localhost` instead of an IP address. Passkeys work only with host names. */
  readonly named?: 'localhost'
  /** The port on loopback. Default: any free port. */
  readonly port?: number
  /** Sends the mails. Default: puts them into `mailbox`. */
  readonly mail?: Mailer
}

export interface RunningWalletService {
  /** The service's origin: `http://127.0.0.1:…`. */
  readonly url: string
  /** The mailbox that receives the service's mails. */
  readonly mailbox: DevMailbox
  readonly database: Database
  /** The errors that the service reported. */
  readonly errors: readonly unknown[]
  stop(): Promise<void>
}

/** Rate limits that are too high for a test to reach. */
const manyRates = {
  requests: 1e6,
  loginsOfNetwork: 1e6,
  loginsOfDevice: 1e6,
  tries: 1e6,
  mails: 1000,
  mailsOfNetwork: 1000,
  waits: 1e6,
}

/** Starts the service of the embedded wallet on a free port of loopback, with a mailbox. Takes 1 to 3 s. */
export async function startWalletService({
  database: given,
  key = randomBytes(32),
  now = Date.now,
  random,
  mail,
  assets,
  named,
  port: wanted = 0,
  ...config
}: StartWalletServiceOptions): Promise<RunningWalletService> {
  const errors: unknown[] = []
  const [database, mailbox] = await Promise.all([given ?? snapshotDatabase(), startMailbox()])
  const mailer =
    mail ?? (await smtpMailer({ url: mailbox.url, from: 'wallet@service.example', name: 'Wallet' }))
  const serveAt = (port: number) =>
    serveWallet({
      ...{ database, key, now, random, assets, mail: mailer },
      config: {
        ...config,
        ...(named && { url: `http://${named}:${port}` }),
        rates: { ...manyRates, ...config.rates },
      },
      host: '127.0.0.1',
      port,
      onError: (error) => void errors.push(error),
    })
  const server =
    named && !wanted
      ? await onFreePort(serveAt, { pick: () => freePort('127.0.0.1') })
      : await serveAt(wanted)
  return {
    url: server.url,
    mailbox,
    database,
    errors,
    async stop() {
      await server.close()
      await mailer.close()
      await Promise.all([mailbox.stop(), given ? undefined : database.close()])
    },
  }
}
