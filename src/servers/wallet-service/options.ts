import type { SocialProvider } from '../../core/wallet/list/socials.ts'
import type { ServiceNetwork, ServiceSmartAccounts } from '../../core/wallet/wallet-service.ts'
import type { Database } from '../database/database.ts'
import type { SharedHealth } from '../upstream/post-to.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Random } from './secrets.ts'
import type { FarcasterOptions } from './social/farcaster-client.ts'
import type { SocialApp } from './social/providers.ts'

export interface WalletServiceConfig {
  /** The public origin, such as `https://wallet.example`. The service ignores the header `Host`. */
  readonly url: string
  /** The service's name in mails. Default: the host of `url`. */
  readonly name?: string | undefined
  /** The origins of the pages that can embed the wallet in a frame, such as `https://app.example`. */
  readonly origins: readonly string[]
  /**
   * Those of `origins` at which visitors approve requests inside the page, without a window of the wallet. A page at such an
   * origin can get an approval without showing the request. So list only origins that you trust as much as the wallet. Default:
   * none.
   */
  readonly approveInFrame?: readonly string[] | undefined
  /** The networks of the wallet. The wallet reaches the nodes through the service, so the nodes' URLs can contain keys. */
  readonly networks: readonly ServiceNetwork[]
  /** The eip155 networks with smart accounts. The wallet reaches bundlers and paymasters through the service too. Default: none. */
  readonly smartAccounts?: readonly ServiceSmartAccounts[] | undefined
  /** The social login providers, and your app at each provider. Default: none. */
  readonly socials?: Readonly<Partial<Record<SocialProvider, SocialApp>>> | undefined
  /**
   * Whether a social login can run without a window. Without a window, for example inside Telegram, the page itself opens
   * the provider and gets its answer. So a script on the page could log the visitor in to another account, or log another
   * device in to the visitor's account. The visitor must confirm each such login. Default: false.
   */
  readonly socialOnPage?: boolean | undefined
  /** Login with Farcaster. Default: off. */
  readonly farcaster?: FarcasterOptions | undefined
  /** The number of your proxies in front of the service. Each proxy must append the client's address to `x-forwarded-for`. Default: 0. */
  readonly proxies?: number | undefined
  readonly rates?: Partial<Rates> | undefined
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** The secret for `/metrics`, sent as `authorization: Bearer`. Default: only requests from this machine are allowed. */
  readonly metricsToken?: string | undefined
}

/**
 * The limits of requests. A client network is an IPv4 address or an IPv6 /64. If more than 100,000 client networks are counted, a
 * new client network is counted as a part of the wider network around it: IPv6 /56, /48, /32 or /16, or IPv4 /24 or /16. The
 * limit of a wider network is higher.
 */
export interface Rates {
  /** Requests per client network and minute. Requests that a page of another origin causes count separately. */
  readonly requests: number
  /** Calls to nodes per client network and minute. Each call of a batch counts. */
  readonly calls: number
  /** Logins and email changes that a client network starts per hour. Each sends a mail, except a social login. */
  readonly loginsOfNetwork: number
  /** Logins and email changes that a device starts per hour. */
  readonly loginsOfDevice: number
  /** Codes, links, answers of social logins and passkey confirmations that a client network submits per hour. */
  readonly tries: number
  /**
   * Mails of each kind per address and day. The kinds are device links, codes for a new address, codes for a known device, and
   * codes to the old address before a change. Each code can be tried five times. With the default, an attacker who guesses for a
   * day succeeds with a probability of 1 in 10,000.
   */
  readonly mails: number
  /** How many of the `mails` to an address a single client network can request. So a stranger can't use up the owner's mails. */
  readonly mailsOfNetwork: number
  /** Requests of a client network that can wait for an approval at the same time. */
  readonly waits: number
}

/** Durations in ms. */
export interface Lifetimes {
  readonly access: number
  /** How long a session lasts without use. */
  readonly session: number
  /** How long a device can repeat the refresh of a session. The device repeats it if the answer was lost. */
  readonly repeat: number
  /** How long after a login the visitor can change the email address. */
  readonly fresh: number
  /** How long a new device must wait before it can use the key. Only a device that a passkey could confirm must wait. */
  readonly newDevice: number
  /**
   * How long the service keeps replaced key shares, and also sends messages to previous email addresses. A new device shows the
   * devices that were added during this time.
   */
  readonly former: number
  /** How long the link in a mail can remove a new device. The link works only until a passkey confirms the device. */
  readonly removal: number
  /** How long a code or a link is valid. */
  readonly code: number
  /** The minimum time between two mails of one kind that a client requests for an address. */
  readonly cooldown: number
  /** The allowed difference between a device's clock and the service's clock. */
  readonly clock: number
  /**
   * How long one request of a device waits for an approval, by a mailed link or with Farcaster. After this time, the device sends
   * the next request.
   */
  readonly wait: number
  /** How long audit entries are kept. */
  readonly audit: number
}

export interface WalletServiceOptions {
  /** The database with migrated tables (see `openWalletStore`). */
  readonly database: Database
  readonly mail: Mailer
  /** 256 random bits that encrypt the key shares in the database. If these bits are lost, the key shares are lost too. */
  readonly key: Uint8Array
  readonly config: WalletServiceConfig
  /** The folder with the wallet's page. If absent, the service doesn't serve `/sdk`. */
  readonly assets?: string | undefined
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  readonly random?: Random | undefined
  /** The health of the nodes, shared with other services of the program. Default: a new record for this service. */
  readonly health?: SharedHealth
  /** Is called with internal errors. Clients don't see them. */
  readonly onError: (error: unknown) => void
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

export const defaultRates: Rates = {
  requests: 600,
  calls: 1200,
  loginsOfNetwork: 60,
  loginsOfDevice: 20,
  tries: 120,
  mails: 20,
  mailsOfNetwork: 5,
  waits: 20,
}

export const defaultLifetimes: Lifetimes = {
  access: 10 * minute,
  session: 30 * day,
  repeat: 30 * second,
  fresh: 10 * minute,
  newDevice: day,
  former: 30 * day,
  removal: 2 * day,
  code: 10 * minute,
  cooldown: 30 * second,
  clock: 5 * minute,
  wait: 25 * second,
  audit: 180 * day,
}
