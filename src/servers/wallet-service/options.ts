import type { SocialProvider } from '../../core/wallet/socials.ts'
import type { ServiceNetwork, ServiceSmartAccounts } from '../../core/wallet/wallet-service.ts'
import type { Database } from '../database/database.ts'
import type { Mailer } from './mail/mailer.ts'
import type { Random } from './secrets.ts'
import type { FarcasterOptions } from './social/farcaster-client.ts'
import type { SocialApp } from './social/providers.ts'

export interface WalletServiceConfig {
  /** Its own origin, as browsers see it, such as `https://wallet.example`. What a request says of its host counts for nothing. */
  readonly url: string
  /** What mails call it. Default: the host of `url`. */
  readonly name?: string | undefined
  /** Of the pages in whose frame the wallet works, such as `https://app.example`. */
  readonly origins: readonly string[]
  readonly networks: readonly ServiceNetwork[]
  /** The eip155 chains with smart accounts. Default: none. */
  readonly smartAccounts?: readonly ServiceSmartAccounts[] | undefined
  /** The providers by which visitors may log in, each with the host's app there. Default: none. */
  readonly socials?: Readonly<Partial<Record<SocialProvider, SocialApp>>> | undefined
  /** Login by Farcaster. Default: none. */
  readonly farcaster?: FarcasterOptions | undefined
  /** How many proxies of the host's stand before it, each of which adds to `x-forwarded-for`. Default: none. */
  readonly proxies?: number | undefined
  readonly rates?: Partial<Rates> | undefined
  readonly lifetimes?: Partial<Lifetimes> | undefined
  /** Whoever asks for `/metrics` has to bring it, as `authorization: Bearer`. Default: only this machine may ask. */
  readonly metricsToken?: string | undefined
}

/** How often one client may ask. A network is an IPv4 address, or 64 bits of an IPv6 one. */
export interface Rates {
  /** Requests of a network in a minute. */
  readonly requests: number
  /** Logins that a network begins in an hour: each is a mail to somebody. */
  readonly loginsOfNetwork: number
  /** The same of a device. */
  readonly loginsOfDevice: number
  /** Codes and links that a network hands in in an hour. */
  readonly tries: number
  /** Mails to an address in a day, of each kind: links of devices, first codes, codes of a device that is known. Five guesses at a code each leave 1 in 10,000 for a day of guessing. */
  readonly mails: number
  /** Those of them that one network may ask for: a stranger does not spend those of the owner. */
  readonly mailsOfNetwork: number
  /** Devices of a network that wait for their link at a time. */
  readonly waits: number
}

/** In ms. */
export interface Lifetimes {
  readonly access: number
  /** How long a session lives that is not used. */
  readonly session: number
  /** How long after a refresh the same device may repeat it. */
  readonly repeat: number
  /** Of a code, and of a link. */
  readonly code: number
  /** Between two mails to an address. */
  readonly cooldown: number
  /** By how much the clock of a device may differ. */
  readonly clock: number
  /** How long a device is let wait for its link before it asks again. */
  readonly wait: number
  /** How long the audit log goes back. */
  readonly audit: number
}

export interface WalletServiceOptions {
  /** With its tables: see `openWalletStore`. */
  readonly database: Database
  readonly mail: Mailer
  /** 256 random bits. Without it, no share in the database can be read. */
  readonly key: Uint8Array
  readonly config: WalletServiceConfig
  /** The folder of the wallet's page. Without, there is no `/sdk`. */
  readonly assets?: string | undefined
  /** Milliseconds since 1970. */
  readonly now: () => number
  readonly random?: Random | undefined
  /** Called with what failed here; clients are not told. */
  readonly onError: (error: unknown) => void
}

const second = 1000
const minute = 60 * second
const day = 24 * 60 * minute

export const defaultRates: Rates = {
  requests: 600,
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
  code: 10 * minute,
  cooldown: 30 * second,
  clock: 5 * minute,
  wait: 25 * second,
  audit: 180 * day,
}
