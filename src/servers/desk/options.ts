import type { CatalogueSource } from '../catalogue/catalogue-handler.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import type { Database } from '../database/database.ts'
import type { Projects } from '../project-config/projects.ts'
import type { ServeWalletOptions } from '../wallet-service/serve-wallet.ts'

/** The port on which a server listens, and the server's public origin. */
export interface DeskAddress {
  /** 0 chooses any free port. */
  readonly port: number
  /** The public origin, such as `https://desk.example`. Default: the address at which the server listens. */
  readonly url?: string | undefined
}

/** The public services, which the host's pages call. */
export interface PublicServicesOptions {
  /** Returns the current projects. It is called for each request. */
  readonly projects: () => Projects
  /** The wallet list. If absent, the server offers no list, and clients use their built-in list. */
  readonly catalogue?: CatalogueSource | undefined
  /** The data service. If absent, the server has no data service. */
  readonly data?: ((request: DataRequest) => Promise<DataAnswer>) | undefined
  readonly rates?: Partial<PublicRates> | undefined
}

/**
 * The maximum number of requests per minute. A client network is an IPv4 address or an IPv6 /64. If more than 100,000 client
 * networks are counted, a new client counts together with the wider network around it: IPv6 /56, /48, /32 or /16, or IPv4 /24
 * or /16. The limit of a wider network is higher.
 */
export interface PublicRates {
  /** All requests of a client network. Each call of a batch to a node counts as one, and a simulation counts as 20. */
  readonly requests: number
  /** Valid events of a client network. */
  readonly events: number
  /** Valid events of a project, from all clients. */
  readonly eventsOfProject: number
}

export interface OperatorPagesOptions {
  /** The secret with which operators log in: at least 32 random characters. */
  readonly token: string
  /** A secret that can only read `/metrics`. Default: `token`. */
  readonly metricsToken?: string | undefined
}

export interface ServeDeskOptions {
  /** The host or IP address at which all three servers listen. */
  readonly host: string
  readonly database: Database
  /** The embedded wallet. If absent, no server serves it. */
  readonly wallet?: Omit<ServeWalletOptions, 'host' | 'database' | 'now' | 'onError'> | undefined
  readonly services: DeskAddress & PublicServicesOptions
  readonly pages: DeskAddress & OperatorPagesOptions
  /** The number of the host's proxies in front of the server. Each proxy must append the client's address to `x-forwarded-for`. Default: 0. */
  readonly proxies?: number | undefined
  /** How long events are kept, in ms. Default: 90 days. */
  readonly keepEvents?: number | undefined
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /** Is called with internal errors. Clients don't see them. */
  readonly onError: (error: unknown) => void
}

export const defaultRates: PublicRates = { requests: 1200, events: 120, eventsOfProject: 12_000 }
