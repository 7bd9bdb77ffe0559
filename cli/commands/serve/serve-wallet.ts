import { mostPort, wholeNumber } from '../../args/numbers.ts'
import {
  checkedOrigin,
  isLoopback,
  originsOf,
  type WalletServiceFlags,
  walletServiceOf,
} from '../../args/wallet-service.ts'
import type { Context } from '../../context.ts'
import { invalid } from '../../output/cli-error.ts'
import type { Outcome } from '../../output/output.ts'
import { logError, openDatabase, untilStopped, warnOf } from './serving.ts'

export interface ServeWalletOptions extends WalletServiceFlags {
  readonly host?: string
  readonly port?: string
  readonly url?: string
  readonly folder?: string
  readonly proxies?: string
}

const usualPort = 3100
const usualFolder = 'embedded-wallet-data'

/**
 * Checks the wallet's URL. Browsers store keys for the wallet's origin. So the origin needs TLS (except on this machine), and
 * must not be the origin of a page that uses the wallet.
 */
function checkedAddress(url: string, origins: readonly string[]): void {
  const { protocol, hostname } = new URL(checkedOrigin('url', url))
  if (protocol !== 'https:' && !isLoopback(hostname))
    throw invalid('url', `${url} is without TLS`, 'Browsers store keys only on https and on this machine.')
  if (origins.includes(url))
    throw invalid(
      'allow-origin',
      `${url} is the wallet's own origin`,
      'The page must have another origin than the wallet.',
    )
}

export async function serveWallet(context: Context, options: ServeWalletOptions): Promise<Outcome> {
  const port = wholeNumber('port', options.port, { usual: usualPort, most: mostPort })
  const proxies = wholeNumber('proxies', options.proxies, { usual: 0, most: 10 })
  if (options.url !== undefined) checkedAddress(options.url, originsOf(options.allowOrigin))
  const service = await walletServiceOf(context, options)
  const { origins, networks } = service.config

  const { serveWalletService } = await import('latchkey/servers')
  const database = await openDatabase(context.io, options.folder ?? usualFolder)
  const closeAll = async () => {
    await service.mail.close()
    await database.close()
  }
  const running = await serveWalletService({
    ...service,
    ...{ database, port, host: options.host ?? '127.0.0.1', now: Date.now },
    config: { ...service.config, url: options.url, proxies },
    onError: logError(context),
  }).catch(async (error: unknown) => {
    await closeAll()
    throw error
  })
  const { url, address } = running
  return {
    data: { url, address, origins, networks: networks.map(({ id }) => id) },
    text: `The embedded wallet is at ${url}/sdk, and listens at ${address}. Running until Ctrl-C.`,
    primary: url,
    afterwards: () => {
      warnOf(context, service)
      return untilStopped(context.signal, async () => {
        await running.close()
        await closeAll()
      })
    },
  }
}
