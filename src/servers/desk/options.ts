import type { CatalogueSource } from '../catalogue/catalogue-handler.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import type { Database } from '../database/database.ts'
import type { Projects } from '../project-config/projects.ts'
import type { ServeWalletOptions } from '../wallet-service/serve-wallet.ts'

/** The port on which a server listens, and the server's public origin. */
export interface DeskAddress {
  /** 0 for any free port. */
  readonly port: number
  /** The public origin, such as `https://desk.example`. Default: the listening address. */
  readonly url?: string | undefined
}

/** The services that the host's pages call, on the second origin. */
export interface PublicServicesOptions {
  /** Returns the current projects. */
  readonly projects: () => Projects
  /** The wallet list. Absent: none, and clients use their built-in list. */
  readonly catalogue?: CatalogueSource | undefined
  /** The data service. Absent: none. */
  readonly data?: ((request: DataRequest) => Promise<DataAnswer>) | undefined
  readonly rates?: Partial<PublicRates> | undefined
}

/**
 * Requests allowed per minute. A client network is an IPv4 address or an IPv6 /64. During a flood from more than 100,000 client networks, a new
 * client is counted together with the wider network around it: IPv6 /56, /48 or /32, or IPv4 /24. Wider networks may send more.
 */
export interface PublicRates {
  /** Requests of any kind per client network. Each call of a batch to a node counts, and a simulation counts as 20. */
  readonly requests: number
  /** Valid events per client network. */
  readonly events: number
  /** Valid events per project, from all clients. */
  readonly eventsOfProject: number
}

export interface OperatorPagesOptions {
  /** The secret that operators log in with: at least 32 random characters. */
  readonly token: string
  /** A separate secret that only reads `/metrics`. Default: `token`. */
  readonly metricsToken?: string | undefined
}

export interface ServeDeskOptions {
  /** The host that all three servers listen on. */
  readonly host: string
  readonly database: Database
  /** The embedded wallet. Absent: none. */
  readonly wallet?: Omit<ServeWalletOptions, 'host' | 'database' | 'now' | 'onError'> | undefined
  readonly services: DeskAddress & PublicServicesOptions
  readonly pages: DeskAddress & OperatorPagesOptions
  /** How many of the host's proxies are in front of the server. Each must append the client's address to `x-forwarded-for`. Default: none. */
  readonly proxies?: number | undefined
  /** How long events are kept, in ms. Default: 90 days. */
  readonly keepEvents?: number | undefined
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  /** Called with internal errors, which clients don't see. */
  readonly onError: (error: unknown) => void
}

export const defaultRates: PublicRates = { requests: 1200, events: 120, eventsOfProject: 12_000 }
