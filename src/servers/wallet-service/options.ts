import type { SocialProvider } from '../../core/wallet/list/socials.ts'
import type { ServiceNetwork, ServiceSmartAccounts } from '../../core/wallet/wallet-service.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Random } from './secrets.ts'
import type { FarcasterOptions } from './social/farcaster-client.ts'
import type { SocialApp } from './social/providers.ts'

export interface WalletServiceConfig {
  /** The public origin, such as `https://wallet.example`. The `Host` header of requests is ignored. */
  readonly url: string
  /** The service's name in mails. Default: the host of `url`. */
  readonly name?: string | undefined
  /** The origins of the pages that may frame the wallet, such as `https://app.example`. */
  readonly origins: readonly string[]
  /**
   * The origins, out of `origins`, whose visitors approve everything in the frame inside the page, instead of in a window of the
   * wallet. You must trust such a page as much as the wallet, since it can get an approval without showing the request. Default:
   * none.
   */
  readonly approveInFrame?: readonly string[] | undefined
  /** The networks of the wallet. The wallet reaches their nodes through the service, so the nodes' URLs may contain keys. */
  readonly networks: readonly ServiceNetwork[]
  /** The eip155 networks with smart accounts. The wallet reaches their bundlers and paymasters through the service too. Default: none. */
  readonly smartAccounts?: readonly ServiceSmartAccounts[] | undefined
  /** The social login providers, with the host's app at each. Default: none. */
  readonly socials?: Readonly<Partial<Record<SocialProvider, SocialApp>>> | undefined
  /**
   * Whether a social login may run without a window. The page itself then goes to the provider, as in Telegram, and the answer passes through the
   * page. So a script on the page can try to log the visitor in to another account, or to log another device in to the visitor's account. The visitor
   * confirms each such login. Default: false.
   */
  readonly socialOnPage?: boolean | undefined
  /** Login with Farcaster. Default: off. */
  readonly farcaster?: FarcasterOptions | undefined
  /** How many of the host's proxies are in front of the service. Each must append the client's address to `x-forwarded-for`. Default: none. */
  readonly proxies?: number | undefined
  readonly rates?: Partial<Rates> | undefined
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** Secret for `/metrics`, sent as `authorization: Bearer`. Default: only requests from this machine are allowed. */
  readonly metricsToken?: string | undefined
}

/**
 * Rate limits. A client network is an IPv4 address or an IPv6 /64. During a flood from more than 100,000 client networks, a new client is counted
 * together with the wider network around it: IPv6 /56, /48 or /32, or IPv4 /24. Wider networks may send more.
 */
export interface Rates {
  /** Requests per client network and minute. */
  readonly requests: number
  /** Calls to nodes per client network and minute. Each call of a batch counts. */
  readonly calls: number
  /** Logins started per client network and hour; each sends a mail. */
  readonly loginsOfNetwork: number
  /** Logins started per device and hour. */
  readonly loginsOfDevice: number
  /** Codes and links submitted per client network and hour. */
  readonly tries: number
  /**
   * Mails per address and day, for each kind: device links, first codes, codes for a known device. A code allows five tries, so an attacker who
   * guesses all day succeeds with a chance of 1 in 10,000.
   */
  readonly mails: number
  /** How many of `mails` one client network may request, so that other people can't use up the owner's mails. */
  readonly mailsOfNetwork: number
  /** Devices of a client network that may wait for their link at the same time. */
  readonly waits: number
}

/** Durations in ms. */
export interface Lifetimes {
  readonly access: number
  /** How long an unused session lasts. */
  readonly session: number
  /** For how long after a refresh the same device may repeat the refresh. */
  readonly repeat: number
  /** How long after a login the email address can be changed. */
  readonly fresh: number
  /** How long a new device waits for the key, if a passkey could confirm it. */
  readonly newDevice: number
  /**
   * How long the service keeps the shares of a replaced split. Also how long the previous address gets messages. Also how far back a new device looks
   * for other devices to show as added.
   */
  readonly former: number
  /** How long the link in a mail can remove a new device that no passkey has confirmed. */
  readonly removal: number
  /** How long a code or a link is valid. */
  readonly code: number
  /** Pause between two mails to an address. */
  readonly cooldown: number
  /** Allowed difference from a device's clock. */
  readonly clock: number
  /** How long a request waits for a device's link before the device has to ask again. */
  readonly wait: number
  /** How long audit entries are kept. */
  readonly audit: number
}

export interface WalletServiceOptions {
  /** The database, with migrated tables: see `openWalletStore`. */
  readonly database: Database
  readonly mail: Mailer
  /** 256 random bits, which decrypt the shares in the database. Shares can't be recovered without them. */
  readonly key: Uint8Array
  readonly config: WalletServiceConfig
  /** The folder with the wallet's page. Absent: the service doesn't serve `/sdk`. */
  readonly assets?: string | undefined
  /** The current time, in ms since the epoch. */
  readonly now: () => number
  readonly random?: Random | undefined
  /** Called with internal errors, which clients don't see. */
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
