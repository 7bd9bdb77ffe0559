import type { Platform } from '../../ports.ts'
import type { CaipNetworkId } from '../chain/caip.ts'
import { type ChainNamespace, defaultAccountTypes } from '../chain/namespace.ts'
import { type ChainNetwork, findNetwork, type NetworkInput, networkFrom } from '../chain/network.ts'
import { type ConfigError, latchkeyError } from '../errors/latchkey-error.ts'
import { transport } from '../limits.ts'
import type { SignInOption } from '../sign-in/sign-in.ts'
import type { SiweConfig } from '../sign-in/siwe-config.ts'
import { isUnimplemented, type UnimplementedFeatures, type UnimplementedOptions } from '../unimplemented.ts'
import type { AnyAdapterFactory } from '../wallet/adapter.ts'
import type { ConnectorFactory } from '../wallet/connector.ts'
import type { DataProviderFactory } from '../wallet/data-provider.ts'
import type { AccountType } from '../wallet/family.ts'
import type { SocialName } from '../wallet/list/socials.ts'
import type { ConnectorListType } from '../wallet/list/wallet-list.ts'
import type { OnRampProvider } from '../wallet/payments/onramp.ts'
import type { SwapProvider, SwapProviderFactory } from '../wallet/payments/swap-provider.ts'
import { disabledByDefault, enabledByDefault, type Flags } from './flags.ts'
import { checkOptions } from './options-schema.ts'

/** What wallets show about the app. Missing fields are filled from the page. */
export interface Metadata {
  /** Default: the page's host name. */
  readonly name: string
  /** Default: empty. */
  readonly description: string
  /** Default: the page's origin. */
  readonly url: string
  /** The URLs of the app's icons. */
  readonly icons: readonly string[]
}

/** A wallet that you add to the list; fields as in the catalogue (S1.3). */
export interface CustomWallet {
  /** The id that `excludeWalletIds` and similar options use. */
  readonly id: string
  readonly name: string
  /** The id of the wallet's image in the catalogue. */
  readonly image_id?: string | undefined
  /** The URL of its image. */
  readonly image_url?: string | undefined
  /** The reverse domain name that the installed wallet announces, such as `com.example.wallet` (EIP-6963). */
  readonly rdns?: string | undefined
  readonly homepage?: string | undefined
  /** The networks that the wallet supports, as CAIP-2 ids. */
  readonly chains?: readonly string[] | undefined
  /** A link that opens the wallet's mobile app with the app's own scheme, such as `examplewallet://`. */
  readonly mobile_link?: string | undefined
  /** A link that opens the wallet's desktop app. */
  readonly desktop_link?: string | undefined
  /** The URL of the wallet's web app. */
  readonly webapp_link?: string | undefined
  /** An `https` link that opens the wallet's mobile app. */
  readonly link_mode?: string | undefined
  /** The wallet's page in Apple's App Store. */
  readonly app_store?: string | undefined
  /** The wallet's page on Google Play. */
  readonly play_store?: string | undefined
}

/** Every host that Latchkey contacts, besides the networks' RPC URLs. A feature without its endpoint is off. */
export interface Endpoints {
  /** WalletConnect's relay: `wss://…`. Default: the public relay, which needs a `projectId`. */
  readonly relay?: string | undefined
  /** WalletConnect's Verify page, which attests the app's domain to wallets: `https://…`. Default: not loaded. */
  readonly verify?: string | undefined
  /** The service that lists wallets and serves their images: `https://…`. Default: the package's own list. */
  readonly catalogue?: string | undefined
  /**
   * The service for balances, prices, activity and names, which also relays calls to nodes: `https://…`. Without it, balances
   * and names are read from the networks, and activity is off.
   */
  readonly data?: string | undefined
  /**
   * The service that holds the project's configuration (`https://…`): which features are on, and which origins may run the app.
   * Needs a `projectId`. Without this service, your own options decide.
   */
  readonly config?: string | undefined
  /** The service that takes analytics events and error reports: `https://…`. Default: nothing is sent. */
  readonly analytics?: string | undefined
  /**
   * A gateway of IPFS, for pictures of NFTs: `https://…`. Without it, pictures on IPFS aren't shown. The gateway learns which
   * pictures a visitor views.
   */
  readonly ipfs?: string | undefined
  /** The embedded wallet's page, for `embeddedWallet()`: `https://…/sdk`. Without it, the embedded wallet is off. */
  readonly frame?: string | undefined
}

/** A token whose balance is shown. */
export interface TokenOption {
  /** The contract's address, or the mint's on Solana. */
  readonly address: string
  /** The URL of its image. */
  readonly image?: string | undefined
}

/** The names that the service behind `endpoints.data` registers. */
export interface NameOptions {
  /** The zone of new names. Default: `reown.id`. */
  readonly zone?: string | undefined
  /** The suffixes of names that only the service can resolve. Default: the zone; with the default zone, also `.wcn.id`. */
  readonly suffixes?: readonly string[] | undefined
}

/** Meld's page, where visitors can buy. No URL or key is built in. */
export interface MeldOptions {
  /** Your Meld public key. The key isn't secret, because every link to Meld contains it. */
  readonly publicKey: string
  /** The URL of Meld's page: `https://…`. */
  readonly url: string
}

/** A string that depends on a count, in its language's plural forms. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Features that you can switch on or off (S1.3). */
export interface Features {
  /** Whether the wallet list has an "all wallets" entry. */
  readonly allWallets: boolean
  /** Whether visitors must accept the terms or the privacy policy before they connect. */
  readonly legalCheckbox: boolean
  /** The order of wallet types in the list. */
  readonly connectorTypeOrder?: readonly ConnectorListType[] | undefined
  /** Whether the account view offers to send, and on which families. Default: eip155 and solana. */
  readonly send: boolean | { readonly namespaces: readonly ChainNamespace[] }
  /** Whether the account view shows the address to receive payments. */
  readonly receive: boolean
  /**
   * Whether visitors can swap tokens on eip155, or the providers to use, in order: `1inch` is the service behind
   * `endpoints.data`, any other name is your `swapProvider`'s. Default: all that are set up, yours first.
   */
  readonly swaps: boolean | readonly string[]
  /**
   * Whether visitors can buy on eip155 and solana, or the providers to offer: `coinbase` (through the service behind
   * `endpoints.data`), `meld` (with the option `meld`), and those in `onRampProviders`. Default: all that are set up.
   */
  readonly onramp: boolean | readonly string[]
  /** The order of the actions in the account view. Default: onramp, swaps, receive, send. */
  readonly walletFeaturesOrder?: readonly ('onramp' | 'swaps' | 'receive' | 'send')[] | undefined
  /** Whether visitors can log in by email. Needs an embedded wallet. */
  readonly email: boolean
  /**
   * The social logins to offer, in order; `true` for all: google, x, farcaster, discord, apple, github, facebook. Needs an
   * embedded wallet whose service supports them. Default: none.
   */
  readonly socials: boolean | readonly SocialName[]
  /** Whether wallets are listed beside the email field. If false, one button opens the list. */
  readonly emailShowWallets: boolean
  /** Whether wallets are collapsed into one button when there's another way to connect. */
  readonly collapseWallets: boolean
  /** Whether the page can request smart sessions, which visitors can see and revoke. */
  readonly smartSessions: boolean
  /** The order of ways to connect. Default: wallets first if the browser has one. */
  readonly connectMethodsOrder?: readonly ('wallet' | 'email' | 'social')[] | undefined
  /** Whether the account view shows past transactions. Needs a service that provides them. */
  readonly activity: boolean
  /**
   * Whether events and error reports are sent to `endpoints.analytics`. `{ address: true }` adds the visitor's address, which
   * is otherwise never sent.
   */
  readonly analytics: boolean | { readonly address: boolean }
}
/** The features as you write them. A feature that isn't built can only be switched off. */
export type FeatureOptions = Loose<Features> & {
  /** The older name of `activity`. */
  readonly history?: boolean | undefined
  /** Accepted for compatibility and ignored: Latchkey shows no other product's branding. */
  readonly reownBranding?: boolean | undefined
} & UnimplementedFeatures
/** The features that a project's configuration can override (S1.3). */
export type RemoteFeatureOptions = Loose<
  Pick<Features, 'swaps' | 'onramp' | 'email' | 'socials' | 'activity'>
> &
  Pick<FeatureOptions, 'reownBranding'> &
  UnimplementedFeatures

export interface RpcOptions {
  /** Timeout of each attempt, in ms. */
  readonly timeout: number
  /** Retries after the first attempt. */
  readonly retries: number
  /** Whether to measure a network's endpoints and prefer the best one. */
  readonly rank: boolean
  /**
   * How long a read waits, in ms, before it also asks a second URL of the same list. The lists are your `customRpcUrls` and the
   * network's own URLs. `false`: asks one URL at a time. Default: 1,500.
   */
  readonly hedge?: number | false | undefined
}

export type DefaultAccountTypes = { readonly [N in ChainNamespace]: AccountType<N> }

interface Common {
  /** Your project's id, which WalletConnect's public relay and some services need. */
  readonly projectId?: string | undefined
  /** The theme: `--lk-*` CSS variables. */
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** The color scheme. `system` follows the visitor's system setting. */
  readonly themeMode: 'dark' | 'light' | 'system'
  /** The language of the modal and the buttons: a BCP 47 tag such as `es-MX`, or `auto` for the visitor's own. Default: English. */
  readonly language?: string | undefined
  /**
   * The currency of prices and totals, as an ISO 4217 code in lower case. An amount shows its value only if the source of its price
   * confirms this currency: see `currency` of `DataProvider` and `SwapProvider`. Fixed when the client is created.
   */
  readonly currency: string
  /** Overrides single strings of the modal and the buttons; `StringOverrides` of `latchkey/react` lists them. */
  readonly strings?: Readonly<Record<string, string | PluralForms>> | undefined
  /** Where the wallet list has an "all wallets" entry: everywhere, nowhere, or only on phones. */
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** The only catalogue wallets to list. Default: all. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** Wallets to hide, even if installed. */
  readonly excludeWalletIds: readonly string[]
  /** Wallets to show first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets that you add to the list, with their links. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** Image URLs of networks, by CAIP-2 reference. */
  readonly chainImages: Readonly<Record<string, string>>
  /** Image URLs of wallets, by connector id. */
  readonly connectorImages: Readonly<Record<string, string>>
  /** The URL of your terms and conditions, linked in the connect view. */
  readonly termsConditionsUrl?: string | undefined
  /** The URL of your privacy policy, linked in the connect view. */
  readonly privacyPolicyUrl?: string | undefined
  /** Every host that Latchkey contacts, besides your networks' nodes. */
  readonly endpoints: Endpoints
  /** Tokens by CAIP-2 id of their network. Their balances are read from the network if no service lists the account's tokens. */
  readonly tokens?: Readonly<Record<CaipNetworkId, TokenOption | readonly TokenOption[]>> | undefined
  /**
   * Providers of swaps, such as `uniswap()`, and of balances, history and prices, such as `blockscout()` and `coingecko()`. Each
   * loads when it is first used. They are asked in this order, after the service behind `endpoints.data`. Default: none.
   */
  readonly providers?: readonly (SwapProviderFactory | DataProviderFactory)[] | undefined
  /** Your own swap provider, in addition to the service behind `endpoints.data` or instead of it. Default: none. */
  readonly swapProvider?: SwapProvider | SwapProviderFactory | undefined
  /** The names that the service behind `endpoints.data` registers, if you run your own. */
  readonly names?: NameOptions | undefined
  /** Lets visitors buy through Meld. Default: off. */
  readonly meld?: MeldOptions | undefined
  /** Your own on-ramp providers, in addition to the built-in ones. */
  readonly onRampProviders?: readonly OnRampProvider[] | undefined
  /** The SDK type sent to services. Default: `latchkey`. */
  readonly sdkType?: string | undefined
  /** The SDK version sent to services. Default: the package's version. */
  readonly sdkVersion?: string | undefined
  /**
   * Origins that may frame the app as a Safe App; the Safe then connects without a prompt. Default: `https://app.safe.global`;
   * `[]` for none.
   */
  readonly safeOrigins?: readonly string[] | undefined
  /** A WalletConnect provider that you created yourself. Latchkey uses it as it is, and never disposes it. */
  readonly universalProvider?: object | undefined
  /** What to request from wallets over WalletConnect, by family, instead of the values derived from `networks`. */
  readonly universalProviderConfigOverride?: UniversalProviderOverride | undefined
  /** Signs visitors in with their wallet: a session store such as `localSessions()` of `latchkey/siwx`. Default: no sign-in. */
  readonly siwx?: SignInOption | undefined
  /** Your existing Sign-In with Ethereum callbacks, unchanged. Can't be combined with `siwx`. */
  readonly siweConfig?: SiweConfig | undefined
  /** Clock, storage, page, fetch and log, for tests and for environments other than browsers and Node. */
  readonly platform?: Partial<Platform> | undefined
  /** Identifies this client. Clients with different names run side by side, each with its own storage. */
  readonly name: string
}

export interface UniversalProviderOverride {
  /** Methods by family. */
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  /** CAIP-2 ids by family. */
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  /** Events by family. */
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /** Accepted for compatibility and ignored: reads use the RPC URLs of `networks`. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  /** Accepted for compatibility and ignored: use `defaultNetwork`. */
  readonly defaultChain?: string | undefined
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The options of `createLatchkey` (S1.3, S3.10.1). */
export interface LatchkeyOptions<
  A extends readonly AnyAdapterFactory[] = readonly AnyAdapterFactory[],
  W extends readonly NetworkInput[] = readonly NetworkInput[],
> extends Loose<Common & Flags>,
    UnimplementedOptions {
  /** The networks that your app uses, at least one. The first is the default. Accepts viem chains as they are. */
  readonly networks: W
  /** Adapters such as `eip155()`. Each adds the operations of one chain family. */
  readonly adapters?: A | undefined
  /** Connectors such as `walletConnect()`, which add wallets that don't announce themselves. */
  readonly connectors?: readonly ConnectorFactory[] | undefined
  /** The active network for first-time visitors: one of `networks`, or its CAIP-2 id. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  /** What wallets show about the app. */
  readonly metadata?: Loose<Metadata> | undefined
  /** Switches single features on or off. */
  readonly features?: FeatureOptions | undefined
  /** The project's configuration, if you know it already: it overrides `features` until `endpoints.config` returns a newer one. */
  readonly remoteFeatures?: RemoteFeatureOptions | undefined
  /** The account type to prefer in each family when a wallet offers several. */
  readonly defaultAccountTypes?: Loose<DefaultAccountTypes> | undefined
  /** RPC URLs to use before the network's own. */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>> | undefined
  /** Timeout, retries, ranking and hedging of RPC endpoints. */
  readonly rpc?: Loose<RpcOptions> | undefined
}

/** The options with all defaults filled in; read-only. */
export interface Options extends Readonly<Common>, Flags {
  readonly networks: readonly [ChainNetwork, ...ChainNetwork[]]
  readonly adapters: readonly AnyAdapterFactory[]
  readonly connectors: readonly ConnectorFactory[]
  readonly defaultNetwork: ChainNetwork
  readonly metadata: Loose<Metadata>
  /** The features in effect: the project's configuration overrides the host's. */
  readonly features: Features
  /** The features as the host wrote them. */
  readonly localFeatures: FeatureOptions
  readonly remoteFeatures: RemoteFeatureOptions
  readonly defaultAccountTypes: DefaultAccountTypes
  readonly customRpcUrls: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly rpc: RpcOptions
}

/**
 * Validates the host's options and fills in the defaults.
 * @throws `config/invalid-options` with the field; `config/not-built` with the option that this version doesn't have;
 * `config/conflicting-options` if both `siweConfig` and `siwx` are set.
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
  // A string has no such field: it is the id itself.
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
    ...enabledByDefault,
    ...disabledByDefault,
    name: 'app',
    connectors: [],
    themeMode: 'dark',
    currency: 'usd',
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
    // `checkOptions` refuses an empty list.
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

/** The RPC URLs of a network in order of preference: the host's, a service's, then the network's own (S3.2.4). */
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
  return reason === isUnimplemented
    ? latchkeyError('config/not-built', { values: { feature: `The option ${field}` } })
    : latchkeyError('config/invalid-options', { values: { field, reason } })
}

/** Removes undefined fields, so that they don't override a default. */
function defined<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as T
}
