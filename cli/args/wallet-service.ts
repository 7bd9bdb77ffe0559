import { resolve } from 'node:path'
import type { ServeWalletOptions } from 'latchkey/servers'
import type { Context } from '../context.ts'
import { walletPage } from '../embedded/wallet-page.ts'
import { invalid } from '../output/cli-error.ts'
import { readSecretInput, readTextFile } from './input.ts'
import { wholeNumber } from './numbers.ts'
import { readServiceNetworks, serviceNetworks } from './service-networks.ts'
import { type SmartAccountFlags, smartAccountsOf } from './smart-accounts.ts'
import { farcasterOf, type SocialFlags, socialsOf } from './social-apps.ts'

/** The options that `latchkey serve` and `latchkey embedded-wallet serve` share. */
export interface WalletServiceFlags extends SmartAccountFlags, SocialFlags {
  readonly allowOrigin?: readonly string[]
  readonly approveInFrame?: readonly string[]
  readonly networks?: readonly string[]
  readonly networksFile?: string
  readonly name?: string
  readonly keyFile?: string
  readonly mailFrom?: string
  readonly loginsPerHour?: string
  readonly requestsPerMinute?: string
  readonly assets?: string
}

export type WalletService = Pick<ServeWalletOptions, 'mail' | 'key' | 'assets' | 'health'> & {
  readonly config: Omit<ServeWalletOptions['config'], 'url' | 'proxies'>
}

const mostRate = 1_000_000
const keyHint = 'Make one, and keep it with your secrets: openssl rand -base64 32'

/**
 * Returns the origins of an option. The option can be repeated, and each value can list several
 * origins, separated by commas.
 */
export const originsOf = (values: readonly string[] = []) => values.flatMap((text) => text.split(','))

/** Reads the embedded wallet service's options. Opens the mailer last, so that a usage error leaves nothing open. */
export async function walletServiceOf(context: Context, flags: WalletServiceFlags): Promise<WalletService> {
  const { io } = context
  const { env } = io
  const key = keyOf(context, flags)
  const smtpUrl = env.SMTP_URL
  if (!smtpUrl)
    throw invalid('SMTP_URL', 'is missing', 'Set it to your mail server: smtps://user:password@mail.example')
  if (!/^smtps?:\/\/[^/]/.test(smtpUrl) || !URL.canParse(smtpUrl))
    throw invalid(
      'SMTP_URL',
      'is not the URL of a mail server',
      'Use a URL such as smtps://user:password@mail.example',
    )
  const from = flags.mailFrom ?? env.MAIL_FROM
  if (!from) throw invalid('mail-from', 'is missing', "Give the sender's email address, or set MAIL_FROM.")
  const origins = originsOf(flags.allowOrigin)
  if (origins.length === 0)
    throw invalid('allow-origin', 'is missing', 'Name the page that shows the wallet: https://app.example')
  for (const origin of origins) checkedOrigin('allow-origin', origin)
  const approveInFrame = originsOf(flags.approveInFrame)
  for (const origin of approveInFrame) requireTrusted(origin, origins)
  const networks = flags.networksFile
    ? readServiceNetworks('networks-file', readTextFile('networks-file', resolve(io.cwd, flags.networksFile)))
    : await serviceNetworks(env, flags.networks ?? [])
  if (networks.length === 0)
    throw invalid(
      'networks',
      'is missing',
      'For example: --networks solana-mainnet,mainnet=https://node.example',
    )
  const smartAccounts = smartAccountsOf(flags, networks)
  const logins = wholeNumber('logins-per-hour', flags.loginsPerHour, { usual: 60, most: mostRate })
  const requests = wholeNumber('requests-per-minute', flags.requestsPerMinute, { usual: 600, most: mostRate })
  const assets = walletPage(flags.assets === undefined ? undefined : resolve(io.cwd, flags.assets))
  const socials = socialsOf(context, flags)
  const farcaster = farcasterOf(flags)
  const { smtpMailer } = await import('latchkey/servers')
  return {
    mail: await smtpMailer({ url: smtpUrl, from, name: flags.name }),
    key,
    assets,
    health: context.health,
    config: {
      ...{ name: flags.name, origins, approveInFrame, networks, socials, farcaster, smartAccounts },
      socialOnPage: flags.socialOnPage === true,
      // Each login allows two tries, in case the visitor mistypes the code.
      rates: { loginsOfNetwork: logins, tries: 2 * logins, requests },
      metricsToken: env.METRICS_TOKEN || undefined,
    },
  }
}

/** Returns the text if it is an origin. @throws a usage error if it isn't an origin */
export function checkedOrigin(field: string, text: string): string {
  if (/^https?:/.test(text) && URL.canParse(text) && new URL(text).origin === text) return text
  throw invalid(
    field,
    text === '' ? 'is empty' : `${text} is not an origin`,
    'An origin is a scheme, a host and an optional port: https://app.example',
  )
}

export function isLoopback(hostname: string): boolean {
  return /^(localhost|.*\.localhost|127\.\d+\.\d+\.\d+|\[::1\])$/.test(hostname)
}

function requireTrusted(origin: string, allowed: readonly string[]): void {
  const flag = 'approve-in-frame'
  const { protocol, hostname } = new URL(checkedOrigin(flag, origin))
  if (hostname.includes('*')) throw invalid(flag, `${origin} has a wildcard`, 'Name each origin.')
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw invalid(flag, `${origin} is without TLS`, 'Others could change such a page on its way.')
  if (!allowed.includes(origin))
    throw invalid(flag, `${origin} may not embed the wallet`, `Add --allow-origin ${origin}`)
}

function keyOf(context: Context, { keyFile }: WalletServiceFlags): Uint8Array {
  const { field, text } = readSecretInput(context, {
    ...{ file: keyFile, flag: 'key-file', variable: 'EMBEDDED_WALLET_KEY', hint: keyHint },
  })
  const key = Buffer.from(text, 'base64')
  if (key.length !== 32 || key.toString('base64') !== text)
    throw invalid(field, 'is not 32 bytes in base64', keyHint)
  return key
}
