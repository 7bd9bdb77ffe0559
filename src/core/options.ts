import type { Platform } from '../ports.ts'
import type { CaipNetworkId } from './chain/caip.ts'
import { type ChainNamespace, defaultAccountTypes } from './chain/namespace.ts'
import { type ChainNetwork, findNetwork, type NetworkInput, networkFrom } from './chain/network.ts'
import { type ConfigError, latchkeyError } from './errors/latchkey-error.ts'
import { transport } from './limits.ts'
import { type AbsentFeatures, type AbsentOptions, isNotBuilt } from './not-built.ts'
import { checkOptions } from './options-schema.ts'
import type { SignInOption } from './sign-in.ts'
import type { SiweConfig } from './siwe-config.ts'
import { off, on, type Switches } from './switches.ts'
import type { AnyAdapterFactory } from './wallet/adapter.ts'
import type { ConnectorFactory } from './wallet/connector.ts'
import type { AccountType } from './wallet/family.ts'
import type { OnRampProvider } from './wallet/onramp.ts'
import type { SocialName } from './wallet/socials.ts'
import type { SwapProvider } from './wallet/swap-provider.ts'
import type { ConnectorListType } from './wallet/wallet-list.ts'

/** What the wallet is told about the application. What is missing is read from the page. */
export interface Metadata {
  /** Else the host name of the page. */
  readonly name: string
  /** Else nothing. */
  readonly description: string
  /** Else the origin of the page. */
  readonly url: string
  /** URLs of pictures. */
  readonly icons: readonly string[]
}

/** A wallet that the host adds to the list; fields as in the catalogue. Specification 1, section 3. */
export interface CustomWallet {
  /** By which `excludeWalletIds` and its kin name it. */
  readonly id: string
  readonly name: string
  /** The id of its picture in a catalogue. */
  readonly image_id?: string | undefined
  /** The URL of its picture. */
  readonly image_url?: string | undefined
  /** By which it is known when it is installed, such as `com.example.wallet`. */
  readonly rdns?: string | undefined
  readonly homepage?: string | undefined
  /** The networks that it knows: CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  /** Opens its app on a phone, such as `examplewallet://`. */
  readonly mobile_link?: string | undefined
  /** Opens its program on a desktop. */
  readonly desktop_link?: string | undefined
  /** Its page, for a wallet that is one. */
  readonly webapp_link?: string | undefined
  /** Opens its app on a phone by an `https` address. */
  readonly link_mode?: string | undefined
  /** Where to get it for an iPhone. */
  readonly app_store?: string | undefined
  /** Where to get it for an Android phone. */
  readonly play_store?: string | undefined
}

/** Every host besides the RPC URLs of the networks; a feature whose endpoint is not set is off. */
export interface Endpoints {
  /** WalletConnect's relay: `wss://…`. Else the public one, which needs a `projectId`. */
  readonly relay?: string | undefined
  /** The page that vouches for the domain of the app to wallets that ask: `https://…`. Else none is loaded. */
  readonly verify?: string | undefined
  /** The service that lists wallets and has their pictures: `https://…`. Else the list is the one of the package. */
  readonly catalogue?: string | undefined
  /**
   * The service that knows balances, prices, activity and names, and that passes calls on to nodes: `https://…`. Else balances
   * and names are what the chains themselves say, and activity is off.
   */
  readonly data?: string | undefined
  /**
   * The service where the project is configured: `https://…`. It decides features and says on which origins the app may run. It
   * needs a `projectId`. Else what you write decides.
   */
  readonly config?: string | undefined
  /** The service that takes analytics events and reports of errors: `https://…`. Else none is sent. */
  readonly analytics?: string | undefined
  /** The page of the embedded wallet, for `embeddedWallet()`: `https://…/sdk`. Else nobody can log in to one. */
  readonly frame?: string | undefined
}

/** A token whose balance is shown. */
export interface TokenOption {
  /** Of its contract, or of its mint on solana. */
  readonly address: string
  /** The URL of its picture. */
  readonly image?: string | undefined
}

/** Which names the service behind `endpoints.data` gives out. */
export interface NameOptions {
  /** Under which new names are registered. Default: `reown.id`. */
  readonly zone?: string | undefined
  /** How the names end that the service alone knows. Default: those of the zone, and `.wcn.id` where the zone is the default. */
  readonly suffixes?: readonly string[] | undefined
}

/** Meld's page, where visitors buy. Nothing of it is built in. */
export interface MeldOptions {
  /** The key that Meld gave you. It is no secret: it stands in the link. */
  readonly publicKey: string
  /** Of its page: `https://…`. */
  readonly url: string
}

/** A string that depends on a count, in the forms that its language needs. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Switches that the host decides. Specification 1, section 3, "Features". */
export interface Features {
  /** Whether the list of wallets leads to all of them. */
  readonly allWallets: boolean
  /** Whether a visitor has to agree to the terms or the privacy policy before connecting. */
  readonly legalCheckbox: boolean
  /** Which kinds of wallets come first in the list. */
  readonly connectorTypeOrder?: readonly ConnectorListType[] | undefined
  /** Whether the account view sends, and on which families. Default: eip155 and solana. */
  readonly send: boolean | { readonly namespaces: readonly ChainNamespace[] }
  /** Whether the account view shows how to pay to the account. */
  readonly receive: boolean
  /**
   * Whether tokens are swapped on eip155, and by which providers, in this order: `1inch` is the service behind `endpoints.data`,
   * any other name that of your `swapProvider`. Default: by all that there are, yours first.
   */
  readonly swaps: boolean | readonly string[]
  /**
   * Whether visitors may buy coins on eip155 and solana, or by which providers: `coinbase` (through the service behind
   * `endpoints.data`), `meld` (with the option `meld`), and those of `onRampProviders`. Default: by all that are set up.
   */
  readonly onramp: boolean | readonly string[]
  /** In which order it shows them. Default: onramp, swaps, receive, send. */
  readonly walletFeaturesOrder?: readonly ('onramp' | 'swaps' | 'receive' | 'send')[] | undefined
  /** Whether visitors may log in by email, where there is an embedded wallet. */
  readonly email: boolean
  /**
   * By which providers visitors may log in, in this order, where there is an embedded wallet whose service is set up for them;
   * `true` for all: google, x, farcaster, discord, apple, github, facebook. Default: none.
   */
  readonly socials: boolean | readonly SocialName[]
  /** Whether wallets are listed beside the email field; else one button leads to them. */
  readonly emailShowWallets: boolean
  /** Whether one button leads to the wallets, where there is another way to connect. */
  readonly collapseWallets: boolean
  /** Whether the page may have wallets grant it sessions, and visitors see and end them. */
  readonly smartSessions: boolean
  /** In which order the ways to connect are shown. Default: wallets first where the browser has one. */
  readonly connectMethodsOrder?: readonly ('wallet' | 'email' | 'social')[] | undefined
  /** Whether the account view shows what the account has done, where there is a service that knows. */
  readonly activity: boolean
  /**
   * Whether events and reports of errors go to `endpoints.analytics`, where you name one. `{ address: true }`: each with the
   * address of the visitor; else never.
   */
  readonly analytics: boolean | { readonly address: boolean }
}
/** What a host writes: a feature that is not built can only be switched off. */
export type FeatureOptions = Loose<Features> & {
  /** The older name of `activity`. */
  readonly history?: boolean | undefined
  /** Taken for compatibility: nothing of another product is shown. */
  readonly reownBranding?: boolean | undefined
} & AbsentFeatures
/** What the configuration of a project may decide in the place of the host. Specification 1, section 3, "Remote features". */
export type RemoteFeatureOptions = Loose<
  Pick<Features, 'swaps' | 'onramp' | 'email' | 'socials' | 'activity'>
> &
  Pick<FeatureOptions, 'reownBranding'> &
  AbsentFeatures

export interface RpcOptions {
  /** For each attempt, in ms. */
  readonly timeout: number
  /** After the first attempt. */
  readonly retries: number
  /** Whether the endpoints of a network are measured and the best is asked first. */
  readonly rank: boolean
}

export type DefaultAccountTypes = { readonly [N in ChainNamespace]: AccountType<N> }

interface Common {
  /** Asked for by WalletConnect's public relay, and by services that say so. */
  readonly projectId?: string | undefined
  /** The look: `--lk-*` variables, in CSS's own words. */
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** `system` follows the visitor's system. */
  readonly themeMode: 'dark' | 'light' | 'system'
  /** Of the modal and the buttons: a BCP 47 tag such as `es-MX`, or `auto` for the visitor's own. Default: English. */
  readonly language?: string | undefined
  /** Single strings of the modal and the buttons in other words; `StringOverrides` of `latchkey/react` lists them. */
  readonly strings?: Readonly<Record<string, string | PluralForms>> | undefined
  /** Where the list of wallets leads to all of them: everywhere, nowhere, or on phones. */
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** Only these wallets of a catalogue are listed. Absent: all. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Wallets that are not listed, also where they are installed. */
  readonly excludeWalletIds: readonly string[]
  /** Wallets that come first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets that you add to the list, with their links. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** Image URLs, by CAIP-2 reference. */
  readonly chainImages: Readonly<Record<string, string>>
  /** Image URLs, by connector id. */
  readonly connectorImages: Readonly<Record<string, string>>
  /** Linked where a visitor connects. */
  readonly termsConditionsUrl?: string | undefined
  /** Linked where a visitor connects. */
  readonly privacyPolicyUrl?: string | undefined
  /** Every host besides the nodes of your networks. */
  readonly endpoints: Endpoints
  /** Tokens whose balances are shown where nobody else says which ones an account holds, by the CAIP-2 id of their network. */
  readonly tokens?: Readonly<Record<CaipNetworkId, TokenOption | readonly TokenOption[]>> | undefined
  /** Your own aggregator of exchanges, beside the service behind `endpoints.data` or in its place. Default: none. */
  readonly swapProvider?: SwapProvider | undefined
  /** Which names the service behind `endpoints.data` gives out, where it is one of your own. */
  readonly names?: NameOptions | undefined
  /** Where visitors buy by Meld. Absent: they do not. */
  readonly meld?: MeldOptions | undefined
  /** Who sells coins to visitors, beside those that are built in. */
  readonly onRampProviders?: readonly OnRampProvider[] | undefined
  /** What the services are told of who asks. Default: `latchkey`. */
  readonly sdkType?: string | undefined
  /** Its version. Default: that of the package. */
  readonly sdkVersion?: string | undefined
  /**
   * The pages in whose frame the app may stand as a Safe App; there the Safe is found, and connected without a question.
   * Default: `https://app.safe.global`; none: `[]`.
   */
  readonly safeOrigins?: readonly string[] | undefined
  /** A provider of WalletConnect that you have made yourself: it is used as it is, and never ended. */
  readonly universalProvider?: object | undefined
  /** What WalletConnect asks wallets for, by family, instead of what follows from the networks. */
  readonly universalProviderConfigOverride?: UniversalProviderOverride | undefined
  /**
   * Has visitors sign in with their wallet: where sessions are kept, such as `localSessions()` of `latchkey/siwx`. Absent: nobody
   * is asked.
   */
  readonly siwx?: SignInOption | undefined
  /** The functions of an app that had Sign-In with Ethereum alone, as they are; in the place of `siwx`. */
  readonly siweConfig?: SiweConfig | undefined
  /** Clock, storage, page, fetch and log, for tests and for what is neither a browser nor Node. */
  readonly platform?: Partial<Platform> | undefined
  /** Clients of different names live side by side, with their own storage. */
  readonly name: string
}

export interface UniversalProviderOverride {
  /** Methods, by family. */
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  /** CAIP-2 ids, by family. */
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  /** Events, by family. */
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /** Taken for compatibility and not used: chains are read from the nodes of `networks`. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  /** Taken for compatibility and not used: see `defaultNetwork`. */
  readonly defaultChain?: string | undefined
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** What a host passes to `createLatchkey`. Specification 1, section 3, "Options"; facts 10.1. */
export interface LatchkeyOptions<
  A extends readonly AnyAdapterFactory[] = readonly AnyAdapterFactory[],
  W extends readonly NetworkInput[] = readonly NetworkInput[],
> extends Loose<Common & Switches>,
    AbsentOptions {
  /** At least one; the first is the default. Chains of viem are taken as they are. */
  readonly networks: W
  /** What the app can do on each family, such as `eip155()`. */
  readonly adapters?: A | undefined
  /** Ways to wallets that do not announce themselves, such as `walletConnect()`. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** One of `networks`, or its CAIP-2 id. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  /** What a wallet is told of the app. */
  readonly metadata?: Loose<Metadata> | undefined
  /** Switches of single features. */
  readonly features?: FeatureOptions | undefined
  /**
   * What the configuration of the project says, where you know it already: it wins over `features`, until `endpoints.config`
   * says something newer.
   */
  readonly remoteFeatures?: RemoteFeatureOptions | undefined
  /** Which account of a family comes first, where a wallet shows several. */
  readonly defaultAccountTypes?: Loose<DefaultAccountTypes> | undefined
  /** Asked before the network's own URLs. */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>> | undefined
  /** How nodes are asked. */
  readonly rpc?: Loose<RpcOptions> | undefined
}

/** The options with every default filled in; nothing writes to it. */
export interface Options extends Readonly<Common>, Switches {
  readonly networks: readonly [ChainNetwork, ...ChainNetwork[]]
  readonly adapters: readonly AnyAdapterFactory[]
  readonly connectors: readonly ConnectorFactory[]
  readonly defaultNetwork: ChainNetwork
  readonly metadata: Loose<Metadata>
  /** In effect: what the project decides stands before what the host wrote. */
  readonly features: Features
  /** As the host wrote them. */
  readonly localFeatures: FeatureOptions
  readonly remoteFeatures: RemoteFeatureOptions
  readonly defaultAccountTypes: DefaultAccountTypes
  readonly customRpcUrls: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly rpc: RpcOptions
}

/**
 * Checks what the host wrote and fills in the defaults.
 * @throws `config/invalid-options` naming the field; `config/not-built` naming what this version does not have;
 * `config/conflicting-options` for `siweConfig` beside `siwx`.
 */
export function resolveOptions(input: LatchkeyOptions): Options {
  if (input?.siwx && input.siweConfig) throw latchkeyError('config/conflicting-options')
  const problem = checkOptions(input)
  if (problem) throw invalid(problem.path, problem.reason)

  const given = defined(input) as LatchkeyOptions
  const adapters = given.adapters ?? []
  const networks = given.networks.map(networkFrom)
  unique('networks', networks, ({ caipNetworkId }) => caipNetworkId)
  unique('adapters', adapters, ({ namespace }) => namespace)
  unique('onRampProviders', given.onRampProviders ?? [], ({ name }) => name)

  const wanted = (given.defaultNetwork ?? networks[0]) as NetworkInput
  // A text has no such field: it is the id itself.
  const id = networkFrom(wanted).caipNetworkId ?? (wanted as unknown as CaipNetworkId)
  const defaultNetwork = findNetwork(networks, id)
  if (!defaultNetwork) throw invalid('defaultNetwork', 'must be one of networks')

  const { features: localFeatures = {}, remoteFeatures = {} } = given
  const chosen: FeatureOptions = { ...localFeatures, ...defined(remoteFeatures) }
  const { connectorTypeOrder, walletFeaturesOrder, connectMethodsOrder, ...switched } = chosen
  const { allWallets = true, legalCheckbox = false, send = true, receive = true } = switched
  const { swaps = true, onramp = true } = switched
  const { history = true, activity = history, analytics = true } = switched
  const { email = true, socials = false, emailShowWallets = true, collapseWallets = false } = switched
  const { smartSessions = false } = switched
  return Object.freeze({
    ...on,
    ...off,
    name: 'app',
    connectors: [],
    themeMode: 'dark',
    themeVariables: {},
    allWallets: 'SHOW',
    excludeWalletIds: [],
    chainImages: {},
    connectorImages: {},
    customRpcUrls: {},
    metadata: {},
    endpoints: {},
    ...given,
    adapters,
    defaultNetwork,
    // The check has refused an empty list.
    networks: networks as [ChainNetwork, ...ChainNetwork[]],
    features: {
      ...{ allWallets, legalCheckbox, send, receive, swaps, onramp },
      ...{ email, socials, emailShowWallets, collapseWallets, activity, analytics, smartSessions },
      ...{ connectorTypeOrder, walletFeaturesOrder, connectMethodsOrder },
    },
    localFeatures,
    remoteFeatures,
    defaultAccountTypes: { ...defaultAccountTypes, ...defined(given.defaultAccountTypes) },
    rpc: { timeout: transport.timeout, retries: transport.retries, rank: false, ...defined(given.rpc) },
  } satisfies Options)
}

/** The RPC URLs of a network in the order in which they are asked: the host's, those of a service, then the network's. Facts 2.4. */
export function rpcUrlsOf(
  options: Pick<Options, 'customRpcUrls'> & { readonly networks: readonly ChainNetwork[] },
  id: CaipNetworkId,
  ofService: readonly string[] = [],
): readonly string[] {
  const own = options.customRpcUrls[id]?.map(({ url }) => url) ?? []
  return [
    ...new Set([...own, ...ofService, ...(findNetwork(options.networks, id)?.rpcUrls.default.http ?? [])]),
  ]
}

function unique<T>(field: string, items: readonly T[], key: (item: T) => string): void {
  const keys = items.map(key)
  keys.forEach((one, at) => {
    if (keys.indexOf(one) < at) throw invalid(`${field}[${at}]`, `repeats ${one}`)
  })
}

function invalid(field: string, reason: string): ConfigError {
  return reason === isNotBuilt
    ? latchkeyError('config/not-built', { values: { feature: `The option ${field}` } })
    : latchkeyError('config/invalid-options', { values: { field, reason } })
}

/** Without the fields that are undefined, so that they do not hide a default. */
function defined<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as T
}
