import { setInterval as every, clearInterval as forget } from 'node:timers'
import { listen } from '../listen.ts'
import { defaultLifetimes, type WalletServiceConfig, type WalletServiceOptions } from './options.ts'
import { openWalletStore } from './store/open-store.ts'
import { sweepWalletStore } from './store/sweep.ts'
import { walletServiceApp } from './wallet-service.ts'

export interface ServeWalletOptions extends Omit<WalletServiceOptions, 'config'> {
  /** Without `url` it is where it listens. */
  readonly config: Omit<WalletServiceConfig, 'url'> & { readonly url?: string | undefined }
  readonly host: string
  /** 0 for any that is free. */
  readonly port: number
}

export interface WalletServer {
  /** Where it listens. */
  readonly address: string
  /** Its own origin, as browsers see it. */
  readonly url: string
  /** Ends what is asked at the moment. Database and mail stay open: they are the caller's. */
  close(): Promise<void>
}

/** How often it forgets what is over, in ms. */
const sweepEvery = 60_000

/** Starts the service on a port: makes its tables, serves plain HTTP and sweeps. */
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
    // Nobody is answered before the app knows its own origin.
    (request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }),
    { host, port },
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
