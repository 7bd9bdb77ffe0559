import { setInterval as every, clearInterval as forget } from 'node:timers'
import { listen } from '../listen.ts'
import { defaultLifetimes, type WalletServiceConfig, type WalletServiceOptions } from './options.ts'
import { openWalletStore } from './store/open-store.ts'
import { sweepWalletStore } from './store/sweep.ts'
import { walletServiceApp } from './wallet-service.ts'

export interface ServeWalletOptions extends Omit<WalletServiceOptions, 'config'> {
  /** `url` is optional. Default: the address at which the server listens. */
  readonly config: Omit<WalletServiceConfig, 'url'> & { readonly url?: string | undefined }
  readonly host: string
  /** 0 chooses any free port. */
  readonly port: number
}

export interface WalletServer {
  /** The address at which the server listens. */
  readonly address: string
  /** The public origin. */
  readonly url: string
  /** Stops the server and aborts open requests. The caller closes the database and the mailer. */
  close(): Promise<void>
}

/** How often expired rows are deleted, in ms. */
const sweepEvery = 60_000

/** Serves the service on a port over plain HTTP. Migrates its tables and deletes expired rows. */
export async function serveWallet({
  host,
  port,
  config,
  ...options
}: ServeWalletOptions): Promise<WalletServer> {
  const { database, key, now, onError } = options
  await openWalletStore(database, key)
  let app: ReturnType<typeof walletServiceApp> | undefined
  const { address, close } = await listen(
    // The server answers 503 until its port is known, because the app can't be created without its own origin.
    (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
    { host, port, proxies: config.proxies },
  )
  const url = config.url ?? address
  try {
    app = walletServiceApp({ ...options, config: { ...config, url } })
  } catch (error) {
    await close()
    throw error
  }
  const lifetimes = { ...defaultLifetimes, ...config.lifetimes }
  const sweeping = every(
    () => void sweepWalletStore(database.query, now(), lifetimes).catch(onError),
    sweepEvery,
  )
  return {
    address,
    url,
    close() {
      forget(sweeping)
      return close()
    },
  }
}
