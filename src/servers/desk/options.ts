import type { CatalogueSource } from '../catalogue/catalogue-handler.ts'
import type { DataAnswer, DataRequest } from '../data/requests.ts'
import type { Database } from '../database/database.ts'
import type { Projects } from '../project-config/projects.ts'
import type { ServeWalletOptions } from '../wallet-service/serve-wallet.ts'

/** Where a server listens, and how browsers see it. */
export interface DeskAddress {
  /** 0 for any that is free. */
  readonly port: number
  /** Its own origin, as browsers see it, such as `https://desk.example`. Default: where it listens. */
  readonly url?: string | undefined
}

/** What pages of the host's ask: the second origin. */
export interface PublicServicesOptions {
  /** As they are at the moment. */
  readonly projects: () => Projects
  /** Absent: there is no list of wallets, and clients use the one that they bring. */
  readonly catalogue?: CatalogueSource | undefined
  /** Absent: there is no data service. */
  readonly data?: ((request: DataRequest) => Promise<DataAnswer>) | undefined
  readonly rates?: Partial<PublicRates> | undefined
}

/** How often may be asked in a minute. A network is an IPv4 address, or 64 bits of an IPv6 one. */
export interface PublicRates {
  /** Requests of a network, of any kind. */
  readonly requests: number
  /** Events of a network. */
  readonly events: number
  /** Events of a project, from everywhere. */
  readonly eventsOfProject: number
}

export interface OperatorPagesOptions {
  /** Whoever reads the pages has to bring it. At least 32 characters that nobody guesses. */
  readonly token: string
  /** What scrapes `/metrics` has to bring, and can do nothing else with. Default: the token. */
  readonly metricsToken?: string | undefined
}

export interface ServeDeskOptions {
  /** Where all of it listens. */
  readonly host: string
  readonly database: Database
  /** Absent: there is no embedded wallet. */
  readonly wallet?: Omit<ServeWalletOptions, 'host' | 'database' | 'now' | 'onError'> | undefined
  readonly services: DeskAddress & PublicServicesOptions
  readonly pages: DeskAddress & OperatorPagesOptions
  /** How many proxies of the host's stand before it, each of which adds to `x-forwarded-for`. Default: none. */
  readonly proxies?: number | undefined
  /** How long events are kept, in ms. Default: 90 days. */
  readonly keepEvents?: number | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  /** Called with what failed here; clients are not told. */
  readonly onError: (error: unknown) => void
}

export const defaultRates: PublicRates = { requests: 1200, events: 120, eventsOfProject: 12_000 }
