import { isLatchkeyError } from 'latchkey'
import type { Database, ServeDeskOptions } from 'latchkey/servers'
import { readSecretInput } from '../../args/input.ts'
import { mostPort, wholeNumber } from '../../args/numbers.ts'
import { type PublicServicesFlags, publicServicesOf } from '../../args/public-services.ts'
import { type WalletService, type WalletServiceFlags, walletServiceOf } from '../../args/wallet-service.ts'
import type { Context } from '../../context.ts'
import { type CliError, invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { table } from '../../output/table.ts'
import { logError, openDatabase, untilStopped, warnOf } from './serving.ts'

export interface ServeOptions extends WalletServiceFlags, PublicServicesFlags {
  readonly host?: string
  readonly walletPort?: string
  readonly servicesPort?: string
  readonly deskPort?: string
  readonly walletUrl?: string
  readonly servicesUrl?: string
  readonly deskUrl?: string
  readonly withoutWallet?: boolean
  readonly tokenFile?: string
  readonly keepEvents?: string
  readonly folder?: string
  readonly proxies?: string
}

const mostDays = 3650
const day = 24 * 60 * 60_000
/** The minimum length of a token, in characters. `openssl rand -base64 32` prints 44 characters. */
const shortestToken = 32
const tokenHint = 'Make one, and keep it with your secrets: openssl rand -base64 32'

export async function serve(context: Context, options: ServeOptions): Promise<Outcome> {
  const onError = logError(context)
  const port = (field: string, given: string | undefined, usual: number) =>
    wholeNumber(field, given, { usual, most: mostPort })
  const walletPort = port('wallet-port', options.walletPort, 3100)
  const servicesPort = port('services-port', options.servicesPort, 3101)
  const deskPort = port('desk-port', options.deskPort, 3102)
  const proxies = wholeNumber('proxies', options.proxies, { usual: 0, most: 10 })
  const days = wholeNumber('keep-events', options.keepEvents, { usual: 90, most: mostDays })
  const token = tokenOf(context, options)
  const { refuseSharedOrigins, serveDesk } = await import('latchkey/servers')
  const at = {
    wallet: options.withoutWallet ? undefined : { port: walletPort, url: options.walletUrl },
    services: { port: servicesPort, url: options.servicesUrl },
    pages: { port: deskPort, url: options.deskUrl },
  }
  try {
    refuseSharedOrigins(at)
  } catch (error) {
    throw usable(error)
  }
  const opened: (() => void | Promise<void>)[] = []
  let opening: Promise<Database> | undefined
  const databaseOnce = () => {
    opening ??= openDatabase(context.io, options.folder ?? 'latchkey-data').then((open) => {
      opened.push(() => open.close())
      return open
    })
    return opening
  }
  const closeAll = async () => {
    for (const close of opened.reverse()) await close()
  }
  try {
    const services = await publicServicesOf(context, options, { onError, openDatabase: databaseOnce })
    opened.push(services.close)
    const wallet = options.withoutWallet ? undefined : await walletOf(context, options)
    const database = await databaseOnce()
    if (wallet) opened.push(() => wallet.mail.close())
    const desk: ServeDeskOptions = {
      ...{ host: options.host ?? '127.0.0.1', database, proxies, onError },
      ...{ keepEvents: days * day, now: Date.now },
      wallet: wallet && {
        ...wallet,
        port: walletPort,
        config: { ...wallet.config, url: options.walletUrl, proxies },
      },
      services: { ...services, ...at.services },
      pages: { ...at.pages, token, metricsToken: context.io.env.METRICS_TOKEN || undefined },
    }
    const running = await serveDesk(desk)
    opened.push(() => running.close())
    const { wallet: walletAt, services: servicesAt, pages } = running
    return {
      data: { wallet: walletAt ?? null, services: servicesAt, desk: pages },
      text: [
        table([
          ['', 'URL', 'LISTENS AT'],
          ['Embedded wallet', walletAt ? `${walletAt.url}/sdk` : 'off', walletAt?.address ?? ''],
          ['Public services', servicesAt.url, servicesAt.address],
          ["Operator's pages", pages.url, pages.address],
        ]),
        table([
          ['SERVICE', ''],
          ['Embedded wallet', wallet ? 'on' : 'off: --without-wallet is set'],
          ['Project configuration', 'on'],
          ['Events', `on: kept for ${days} days`],
          ['Wallet catalogue', services.catalogue ? 'on' : 'off: set --catalogue'],
          ['Data', services.data ? 'on' : 'off: set --upstream or --data-networks'],
        ]),
        'Running until Ctrl-C.',
      ].join('\n\n'),
      primary: [walletAt?.url, servicesAt.url, pages.url].filter(Boolean).join('\n'),
      afterwards: () => {
        if (wallet) warnOf(context, wallet)
        return untilStopped(context.signal, closeAll)
      },
    }
  } catch (error) {
    await closeAll()
    throw usable(error)
  }
}

/** Reads the settings of the embedded wallet's service. If neither origins nor networks are given, the error mentions `--without-wallet`. */
async function walletOf(context: Context, options: ServeOptions): Promise<WalletService> {
  const isAsked = options.allowOrigin !== undefined || options.networks !== undefined || options.networksFile
  if (!isAsked)
    throw invalid(
      'allow-origin',
      'is missing, and so are the networks of the embedded wallet',
      'Name them as for latchkey embedded-wallet serve, or serve the rest alone: --without-wallet',
    )
  return walletServiceOf(context, options)
}

function tokenOf(context: Context, { tokenFile }: ServeOptions): string {
  const { field, text } = readSecretInput(context, {
    ...{ file: tokenFile, flag: 'token-file', variable: 'DESK_TOKEN', hint: tokenHint },
  })
  if (text.length < shortestToken)
    throw invalid(field, `has fewer than ${shortestToken} characters and could be guessed`, tokenHint)
  return text
}

function usable(error: unknown): CliError | unknown {
  if (isLatchkeyError(error, 'validation/invalid-input')) {
    const { field, reason } = error.values
    if (field === 'url') return invalid('wallet-url, services-url, desk-url and their ports', String(reason))
  }
  const { code, port } = Object(error) as { code?: unknown; port?: unknown }
  if (code === 'EADDRINUSE')
    return invalid('port', `${port} is taken by another program`, 'Name another one.')
  return error
}
