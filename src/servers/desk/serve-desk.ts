import { setInterval as every, clearInterval as forget } from 'node:timers'
import { historyMigrations } from '../data/stored-index/migrations.ts'
import { migrate } from '../database/migrate.ts'
import { type Listening, listen } from '../listen.ts'
import { addEventDays, dropEventDays } from '../telemetry/event-days.ts'
import { keepEvents } from '../telemetry/keep-events.ts'
import { telemetryMigrations } from '../telemetry/migrations.ts'
import { serveWallet, type WalletServer } from '../wallet-service/serve-wallet.ts'
import { createDeskMetrics } from './metrics.ts'
import { operatorApp } from './operator-app.ts'
import type { DeskAddress, ServeDeskOptions } from './options.ts'
import { refuseSharedOrigins } from './separate-origins.ts'
import { servicesApp } from './services-app.ts'

export interface DeskOrigin {
  /** The address at which the server listens. */
  readonly address: string
  /** The public origin. */
  readonly url: string
}

export interface DeskServer {
  /** The embedded wallet. Absent if it isn't configured. */
  readonly wallet?: DeskOrigin | undefined
  /** The public services, which the host's pages call. */
  readonly services: DeskOrigin
  readonly pages: DeskOrigin
  /** Stops all servers and aborts open requests. The caller closes the database and the mailer. */
  close(): Promise<void>
}

const day = 24 * 60 * 60_000
const usualKeep = 90 * day
/** How often expired data is deleted, in ms. */
const sweepEvery = 10 * 60_000

/**
 * Serves everything that hosts usually get from a vendor, on three origins: the embedded wallet and its service, the public
 * services, and the operator's pages. Migrates the database, and regularly deletes expired data.
 * @throws `validation/invalid-input` when a URL isn't an origin, or two of the three share an origin, because they could then
 * read each other's data.
 */
export async function serveDesk(options: ServeDeskOptions): Promise<DeskServer> {
  const { host, database, wallet, services, pages, proxies = 0, now, onError } = options
  refuseSharedOrigins({ wallet: wallet && { port: wallet.port, url: wallet.config.url }, services, pages })
  await migrate(database, telemetryMigrations)
  await addEventDays(database, now())
  await migrate(database, historyMigrations)
  const metrics = createDeskMetrics()
  const running: { close(): Promise<void> }[] = []
  const close = async () => void (await Promise.all(running.map((one) => one.close())))
  const started = <T extends { close(): Promise<void> }>(one: T): T => {
    running.push(one)
    return one
  }
  try {
    const walletServer: WalletServer | undefined =
      wallet && started(await serveWallet({ ...wallet, host, database, now, onError }))
    const common = { metrics, proxies, now, onError, projects: services.projects }
    const keep = keepEvents(database, now)
    const servicesServer = await serveAt(services, () =>
      servicesApp({ ...services, ...common, keep, query: database.query }),
    )
    const pagesServer = await serveAt(pages, (url) =>
      operatorApp({
        ...{ ...pages, ...common, url, database },
        services: [
          ['Embedded wallet', walletServer?.url],
          ['Project configuration', servicesServer.url],
          ['Telemetry', servicesServer.url],
          ['Wallet catalogue', services.catalogue && servicesServer.url],
          ['Data service', services.data && servicesServer.url],
        ],
      }),
    )
    refuseSharedOrigins({ wallet: walletServer, services: servicesServer, pages: pagesServer })
    const kept = options.keepEvents ?? usualKeep
    const sweep = async () => {
      await addEventDays(database, now())
      await dropEventDays(database, { now: now(), kept })
    }
    let swept = sweep().catch(onError)
    const sweeping = every(() => {
      swept = sweep().catch(onError)
    }, sweepEvery)
    const stopSweeping = async () => {
      forget(sweeping)
      await swept
    }
    running.push({ close: stopSweeping })
    return {
      ...(walletServer && { wallet: originOf(walletServer) }),
      services: originOf(servicesServer),
      pages: originOf(pagesServer),
      close,
    }
  } catch (error) {
    await close()
    throw error
  }

  async function serveAt(
    { port, url: named }: DeskAddress,
    appAt: (url: string) => { fetch(request: Request, env: object): Response | Promise<Response> },
  ): Promise<DeskOrigin & Listening> {
    let app: ReturnType<typeof appAt> | undefined
    const listening = started(
      // The server answers 503 until its port is known, because the app needs its own origin.
      await listen((request, env) => app?.fetch(request, env) ?? new Response(null, { status: 503 }), {
        host,
        port,
        proxies,
      }),
    )
    const url = named ?? listening.address
    app = appAt(url)
    return { ...listening, url }
  }
}

function originOf({ address, url }: DeskOrigin): DeskOrigin {
  return { address, url }
}
