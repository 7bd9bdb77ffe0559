import { resolve } from 'node:path'
import type { ServeWalletOptions as ServiceOptions } from 'latchkey/servers'
import { readTextFile } from '../args/input.ts'
import { readServiceNetworks, serviceNetworks } from '../args/service-networks.ts'
import { smartAccountsOf } from '../args/smart-accounts.ts'
import { farcasterOf, socialsOf } from '../args/social-apps.ts'
import type { Context } from '../context.ts'
import { walletPage } from '../embedded/wallet-page.ts'
import { invalid } from '../output/cli-error.ts'
import type { Outcome } from '../output/output.ts'

export interface ServeWalletOptions {
  readonly host?: string
  readonly port?: string
  readonly url?: string
  readonly allowOrigin?: readonly string[]
  readonly networks?: readonly string[]
  readonly networksFile?: string
  readonly bundlers?: readonly string[]
  readonly paymasters?: readonly string[]
  readonly accountFactory?: string
  readonly name?: string
  readonly folder?: string
  readonly keyFile?: string
  readonly mailFrom?: string
  readonly proxies?: string
  readonly social?: readonly string[]
  readonly socialIssuer?: readonly string[]
  readonly farcasterNode?: string
  readonly farcasterRelay?: string
  readonly loginsPerHour?: string
  readonly requestsPerMinute?: string
  readonly assets?: string
}

const usualPort = 3100
const mostPort = 65_535
/** Far from what a network of many visitors needs. */
const mostRate = 1_000_000
const usualFolder = 'embedded-wallet-data'
const keyHint = 'Make one, and keep it with your secrets: openssl rand -base64 32'

/** Serves the embedded wallet until it is interrupted. What is secret comes by the environment or a file: others see arguments. */
export async function serveWallet(context: Context, options: ServeWalletOptions): Promise<Outcome> {
  const { io, out, signal } = context
  const { env } = io
  const key = keyOf(context, options)
  const smtpUrl = env.SMTP_URL
  if (!smtpUrl)
    throw invalid('SMTP_URL', 'is missing', 'Set it to your mail server: smtps://user:password@mail.example')
  const from = options.mailFrom ?? env.MAIL_FROM
  if (!from)
    throw invalid('mail-from', 'is missing', 'Give the address from which mails come, or set MAIL_FROM.')
  const origins = options.allowOrigin ?? []
  if (origins.length === 0)
    throw invalid('allow-origin', 'is missing', 'Name the page that shows the wallet: https://app.example')
  const networks = options.networksFile
    ? readServiceNetworks(
        'networks-file',
        readTextFile('networks-file', resolve(io.cwd, options.networksFile)),
      )
    : await serviceNetworks(env, options.networks ?? [])
  if (networks.length === 0)
    throw invalid('networks', 'is missing', 'Such as --networks solana,mainnet=https://node.example')
  const smartAccounts = smartAccountsOf(options, networks)
  const port = wholeNumber('port', options.port, { usual: usualPort, most: mostPort })
  const proxies = wholeNumber('proxies', options.proxies, { usual: 0, most: 10 })
  const logins = wholeNumber('logins-per-hour', options.loginsPerHour, { usual: 60, most: mostRate })
  const requests = wholeNumber('requests-per-minute', options.requestsPerMinute, {
    usual: 600,
    most: mostRate,
  })
  const assets = walletPage(options.assets === undefined ? undefined : resolve(io.cwd, options.assets))
  const socials = socialsOf(context, options)
  const farcaster = farcasterOf(options)

  const { embedded, postgres, serveWalletService, smtpMailer } = await import('latchkey/servers')
  const mail = await smtpMailer({ url: smtpUrl, from, name: options.name })
  const folder = resolve(io.cwd, options.folder ?? usualFolder)
  const database = await (env.DATABASE_URL ? postgres(env.DATABASE_URL) : embedded(folder))
  const service: ServiceOptions = {
    ...{ database, mail, key, assets, port, host: options.host ?? '127.0.0.1', now: Date.now },
    config: {
      ...{ url: options.url, name: options.name, origins, networks, proxies },
      ...{ socials, farcaster, smartAccounts },
      // A visitor may mistype a code.
      rates: { loginsOfNetwork: logins, tries: 2 * logins, requests },
      metricsToken: env.METRICS_TOKEN || undefined,
    },
    onError: (error) => out.log(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  }
  const closeAll = async () => {
    mail.close()
    await database.close()
  }
  const running = await serveWalletService(service).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  const { url, address } = running
  return {
    data: { url, address, origins, networks: networks.map(({ id }) => id) },
    text: `The embedded wallet is at ${url}/sdk, and listens at ${address}. Running until Ctrl-C.`,
    primary: url,
    async afterwards() {
      try {
        if (!signal.aborted)
          await new Promise<void>((done) => signal.addEventListener('abort', () => done(), { once: true }))
      } finally {
        await running.close()
        await closeAll()
      }
    },
  }
}

function keyOf({ io, out }: Context, { keyFile }: ServeWalletOptions): Uint8Array {
  const field = keyFile === undefined ? 'EMBEDDED_WALLET_KEY' : 'key-file'
  const text = (
    keyFile === undefined ? io.env.EMBEDDED_WALLET_KEY : readTextFile(field, resolve(io.cwd, keyFile))
  )?.trim()
  if (!text)
    throw invalid(field, keyFile === undefined ? 'is missing, and so is --key-file' : 'is empty', keyHint)
  out.secret(text)
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32 || key.toString('base64') !== text)
    throw invalid(field, 'is not 32 bytes in base64', keyHint)
  return key
}

function wholeNumber(
  field: string,
  text: string | undefined,
  { usual, most }: { readonly usual: number; readonly most: number },
): number {
  const value = text === undefined ? usual : Number(text)
  if ((text !== undefined && !/^\d+$/.test(text)) || value > most)
    throw invalid(field, `must be a whole number up to ${most}, not "${text}"`)
  return value
}
