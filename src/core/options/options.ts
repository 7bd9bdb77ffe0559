import type { Platform } from '../../ports.ts'
import { type CaipNetworkId, isCaipNetworkId } from '../chain/caip.ts'
import { type ChainNamespace, defaultAccountTypes } from '../chain/namespace.ts'
import { type ChainNetwork, findNetwork, type NetworkInput, networkFrom } from '../chain/network.ts'
import { type ConfigError, latchkeyError } from '../errors/latchkey-error.ts'
import { transport } from '../limits.ts'
import type { SignInOption } from '../sign-in/sign-in.ts'
import type { SiweConfig } from '../sign-in/siwe-config.ts'
import type { UnimplementedFeatures, UnimplementedOptions } from '../unimplemented.ts'
import type { AnyAdapterFactory } from '../wallet/adapter.ts'
import type { OptionalConnectorFactory } from '../wallet/connector.ts'
import type { DataProviderFactory } from '../wallet/data-provider.ts'
import type { AccountType } from '../wallet/family.ts'
import type { SocialName } from '../wallet/list/socials.ts'
import type { ConnectorListType } from '../wallet/list/wallet-list.ts'
import type { OnRampProvider } from '../wallet/payments/onramp.ts'
import type { SwapNamespace, SwapProvider, SwapProviderFactory } from '../wallet/payments/swap-provider.ts'
import { disabledByDefault, enabledByDefault, type Flags } from './flags.ts'

/** The data about the app that wallets show. Missing fields are filled from the page. */
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

/** A wallet that you add to the list. The fields have the same names as in the catalogue (S1.3). */
export interface CustomWallet {
  /** The wallet's id, for `excludeWalletIds` and similar options. */
  readonly id: string
  readonly name: string
  /** The id of the wallet's image in the catalogue. */
  readonly image_id?: string | undefined
  /** The URL of the wallet's image. */
  readonly image_url?: string | undefined
  /**
   * The id that the wallet's extension announces (EIP-6963), such as `com.example.wallet`. Latchkey recognizes the installed
   * wallet by this id.
   */
  readonly rdns?: string | undefined
  readonly homepage?: string | undefined
  /** The networks that the wallet supports, as CAIP-2 ids. Default: all. */
  readonly chains?: readonly string[] | undefined
  /** A link that opens the wallet's mobile app, with the wallet's own scheme, such as `examplewallet://`. */
  readonly mobile_link?: string | undefined
  /** A link that opens the wallet's desktop app. */
  readonly desktop_link?: string | undefined
  /** The URL of the wallet's web app. */
  readonly webapp_link?: string | undefined
  /** An `https` link that opens the wallet's mobile app. */
  readonly link_mode?: string | undefined
  /** The URL of the wallet's page in Apple's App Store. */
  readonly app_store?: string | undefined
  /** The URL of the wallet's page on Google Play. */
  readonly play_store?: string | undefined
}

/** The services that Latchkey uses, besides nodes and providers. Without its endpoint, a feature uses its default or is off. */
export interface Endpoints {
  /** WalletConnect's relay: `wss://…`. Default: the public relay, which needs a `projectId`. */
  readonly relay?: string | undefined
  /** WalletConnect's Verify page, which attests the app's domain to wallets: `https://…`. Default: not loaded. */
  readonly verify?: string | undefined
  /** The service that lists wallets and serves their images: `https://…`. Default: the package's own list. */
  readonly catalogue?: string | undefined
  /**
   * The service for balances, prices, activity and names: `https://…`. The service also relays calls to nodes. Without this
   * endpoint, Latchkey reads balances and names from the networks, and activity needs a provider of history.
   */
  readonly data?: string | undefined
  /**
   * The service that holds the project's configuration: `https://…`. The configuration says which features are on, and which
   * origins may run the app. Needs a `projectId`. Without this endpoint, only your own options decide.
   */
  readonly config?: string | undefined
  /** The service that receives analytics events and error reports: `https://…`. Default: nothing is sent. */
  readonly analytics?: string | undefined
  /**
   * An IPFS gateway, for pictures of NFTs: `https://…`. The gateway learns which pictures a visitor views. Without a gateway, the
   * modal doesn't show pictures on IPFS.
   */
  readonly ipfs?: string | undefined
  /** The embedded wallet's page, for `embeddedWallet()`: `https://…/sdk`. Without this endpoint, the embedded wallet is off. */
  readonly frame?: string | undefined
}

/** A token. The account view shows its balance. */
export interface TokenOption {
  /** The contract's address, or the mint's on Solana. */
  readonly address: string
  /** The URL of the token's image. */
  readonly image?: string | undefined
}

/** The names that the service behind `endpoints.data` registers. */
export interface NameOptions {
  /** The parent domain of new names. Default: `reown.id`. */
  readonly zone?: string | undefined
  /** The suffixes of names that only the service can resolve. Default: the zone, plus `.wcn.id` if the zone is the default. */
  readonly suffixes?: readonly string[] | undefined
}

/** Meld's page, where visitors can buy. No URL or key is built in. */
export interface MeldOptions {
  /** Your Meld public key. The key isn't secret: every link to Meld contains it. */
  readonly publicKey: string
  /** The URL of Meld's page: `https://…`. */
  readonly url: string
}

/** A string for each plural form of its language. */
export type PluralForms = Readonly<Partial<Record<Intl.LDMLPluralRule, string>> & { other: string }>

/** Features that you can switch on or off (S1.3). */
export interface Features {
  /** Whether the wallet list has an "all wallets" entry. */
  readonly allWallets: boolean
  /** Whether visitors must accept the terms or the privacy policy before they connect. */
  readonly legalCheckbox: boolean
  /** The order of wallet types in the list. */
  readonly connectorTypeOrder?: readonly ConnectorListType[] | undefined
  /** Whether visitors can send from the account view, and on which families. `true` means eip155 and solana. */
  readonly send: boolean | { readonly namespaces: readonly ChainNamespace[] }
  /** Whether the account view can show the account's address, for receiving payments. */
  readonly receive: boolean
  /**
   * Whether visitors can swap tokens. To use only some swap providers, list them by `name`, in order of preference. `1inch` is
   * the service behind `endpoints.data`. Default: all providers that are set up, your own first.
   */
  readonly swaps: boolean | readonly string[]
  /**
   * Whether visitors can buy on eip155 and solana. To offer only some providers, list their names: `coinbase` (through the
   * service behind `endpoints.data`), `meld` (with the option `meld`), and the names of your `onRampProviders`. Default: all
   * providers that are set up.
   */
  readonly onramp: boolean | readonly string[]
  /** The order of the buttons for buying, swapping, receiving and sending in the account view. Default: onramp, swaps, receive, send. */
  readonly walletFeaturesOrder?: readonly ('onramp' | 'swaps' | 'receive' | 'send')[] | undefined
  /** Whether visitors can log in by email. Needs an embedded wallet. */
  readonly email: boolean
  /**
   * The social logins to offer, in order. `true` means google, x, farcaster, discord, apple, github and facebook. Needs an
   * embedded wallet whose service supports these logins. Default: none.
   */
  readonly socials: boolean | readonly SocialName[]
  /** Whether the connect view lists wallets beside the email field. If false, one button opens the list. */
  readonly emailShowWallets: boolean
  /** Whether the connect view shows one button instead of the wallets if visitors can also connect by email or social login. */
  readonly collapseWallets: boolean
  /** Whether the page can request smart sessions. Visitors can see and revoke them. */
  readonly smartSessions: boolean
  /** The order of ways to connect. Default: wallets first if a wallet is installed in the browser. */
  readonly connectMethodsOrder?: readonly ('wallet' | 'email' | 'social')[] | undefined
  /** Whether the account view shows past transactions. Needs `endpoints.data` or a provider of history. */
  readonly activity: boolean
  /**
   * Whether Latchkey sends events and error reports to `endpoints.analytics`. `{ address: true }` adds the visitor's wallet
   * address, which the events otherwise don't contain.
   */
  readonly analytics: boolean | { readonly address: boolean }
}
/** The type of the option `features`. A feature that isn't built can only be switched off. */
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
  /** The timeout of each attempt, in ms. */
  readonly timeout: number
  /** The maximum number of times that a failed call is retried. Calls that change state aren't retried. */
  readonly retries: number
  /** Whether Latchkey measures the endpoints of each network and prefers the best endpoint. */
  readonly rank: boolean
  /**
   * How long to wait for the answer to a read, in ms, before Latchkey also asks a second URL from the same list: yours, the
   * service's, or the network's. With `false`, Latchkey asks one URL at a time. Default: 1,500.
   */
  readonly hedge?: number | false | undefined
}

export type DefaultAccountTypes = { readonly [N in ChainNamespace]: AccountType<N> }

interface Common {
  /** Your project's id, which WalletConnect's public relay and some services need. */
  readonly projectId?: string | undefined
  /** The theme, as `--lk-*` CSS variables. */
  readonly themeVariables: Readonly<Record<string, string | number>>
  /** The color scheme. `system` follows the visitor's system setting. */
  readonly themeMode: 'dark' | 'light' | 'system'
  /**
   * The language of the modal and the buttons: a BCP 47 tag such as `es-MX`, or `auto` for the visitor's language. Default:
   * English.
   */
  readonly language?: string | undefined
  /**
   * The currency of prices and totals, as an ISO 4217 code in lower case. If a price is in another currency, Latchkey shows the
   * amount without a value. A `DataProvider` or `SwapProvider` states the currency of its prices in its field `currency`. You
   * can't change this option later.
   */
  readonly currency: string
  /** Overrides single strings of the modal and the buttons; `StringOverrides` of `latchkey/react` lists them. */
  readonly strings?: Readonly<Record<string, string | PluralForms>> | undefined
  /** Whether the wallet list has an "all wallets" entry: always, never, or only on phones. */
  readonly allWallets: 'SHOW' | 'HIDE' | 'ONLY_MOBILE'
  /** The ids of the wallets to list from the catalogue. Default: all wallets. */
  readonly includeWalletIds?: readonly string[] | undefined
  /** The ids of wallets to hide, even if they are installed. */
  readonly excludeWalletIds: readonly string[]
  /** The ids of the wallets to show first, in this order. */
  readonly featuredWalletIds?: readonly string[] | undefined
  /** Wallets that you add to the list, with their links. */
  readonly customWallets?: readonly CustomWallet[] | undefined
  /** Your images for networks: URLs by CAIP-2 reference. */
  readonly chainImages: Readonly<Record<string, string>>
  /** Your images for wallets: URLs by connector id. */
  readonly connectorImages: Readonly<Record<string, string>>
  /**
   * Your images for tokens: URLs by CAIP-19 id, such as `eip155:1/erc20:0x…`. For a native coin, use the CAIP-2 id of its
   * network.
   */
  readonly tokenImages?: Readonly<Record<string, string>> | undefined
  /** The URL of your terms, for a link in the connect view. */
  readonly termsConditionsUrl?: string | undefined
  /** The URL of your privacy policy, for a link in the connect view. */
  readonly privacyPolicyUrl?: string | undefined
  /** The services that Latchkey uses. Nodes, `providers` and `meld` have their own URLs. */
  readonly endpoints: Endpoints
  /**
   * The tokens of each network, by the network's CAIP-2 id. If no service lists an account's tokens, Latchkey reads the balances
   * of these tokens from the network.
   */
  readonly tokens?: Readonly<Record<CaipNetworkId, TokenOption | readonly TokenOption[]>> | undefined
  /**
   * Providers of swaps, such as `uniswap()`, and of balances, history, NFTs and prices, such as `blockscout()` and `coingecko()`.
   * Each provider loads when it is first used. For balances, history, NFTs and prices, Latchkey asks the service behind
   * `endpoints.data` first, then the providers in this order. Default: none.
   */
  readonly providers?: readonly (SwapProviderFactory<SwapNamespace> | DataProviderFactory)[] | undefined
  /** Your own swap provider for eip155. You can set it with or without `endpoints.data`. Default: none. */
  readonly swapProvider?: SwapProvider | SwapProviderFactory | undefined
  /**
   * The parent domain (zone) of the names that visitors register, such as `shop.example`, and the suffixes of names that only
   * your service can resolve. Set this option if you run your own service at `endpoints.data`.
   */
  readonly names?: NameOptions | undefined
  /** Lets visitors buy through Meld. Default: off. */
  readonly meld?: MeldOptions | undefined
  /** Your own on-ramp providers, in addition to the built-in providers. */
  readonly onRampProviders?: readonly OnRampProvider[] | undefined
  /** The SDK type sent to services. Default: `latchkey`. */
  readonly sdkType?: string | undefined
  /** The SDK version sent to services. Default: the chain families and the package's version, such as `html-eip155,solana-1.0.0`. */
  readonly sdkVersion?: string | undefined
  /**
   * Origins that may show the app in a frame as a Safe App. The Safe then connects without a prompt. Default:
   * `https://app.safe.global`. Set `[]` to allow no origins.
   */
  readonly safeOrigins?: readonly string[] | undefined
  /** A WalletConnect provider that you created. Latchkey doesn't change its settings and never closes it. */
  readonly universalProvider?: object | undefined
  /** The methods, networks and events to request from wallets over WalletConnect, by family. Default: derived from `networks`. */
  readonly universalProviderConfigOverride?: UniversalProviderOverride | undefined
  /**
   * Signs visitors in with their wallet. Set a session store, such as `localSessions()` of `latchkey/siwx`. Default: no sign-in.
   */
  readonly siwx?: SignInOption | undefined
  /** Your existing Sign-In with Ethereum callbacks, unchanged. You can't set both this option and `siwx`. */
  readonly siweConfig?: SiweConfig | undefined
  /**
   * Replaces the client's clock, storage, page, fetch or log, for tests and for environments other than browsers and Node.
   * `health` is a `Map` in which the client records which endpoints fail. Wallets in the same program that get the same `Map`
   * share this record.
   */
  readonly platform?: Partial<Platform> | undefined
  /** Identifies this client. Clients with different names can run at the same time, each with its own storage. */
  readonly name: string
}

export interface UniversalProviderOverride {
  /** The methods to request, by family. */
  readonly methods?: Readonly<Record<string, readonly string[]>> | undefined
  /** The CAIP-2 ids of the networks to request, by family. */
  readonly chains?: Readonly<Record<string, readonly string[]>> | undefined
  /** The events to request, by family. */
  readonly events?: Readonly<Record<string, readonly string[]>> | undefined
  /** Accepted for compatibility and ignored, because reads use the RPC URLs of `networks`. */
  readonly rpcMap?: Readonly<Record<string, string>> | undefined
  /** Accepted for compatibility and ignored. Use `defaultNetwork` instead. */
  readonly defaultChain?: string | undefined
}

type Loose<T> = { readonly [K in keyof T]?: T[K] | undefined }

/** The options of `createLatchkey` (S1.3, S3.10.1). */
export interface LatchkeyOptions<
  A extends readonly AnyAdapterFactory[] = readonly AnyAdapterFactory[],
  W extends readonly NetworkInput[] = readonly NetworkInput[],
> extends Loose<Common & Flags>,
    UnimplementedOptions {
  /** The app's networks, at least one. The first network is the default. You can pass viem's chains without changes. */
  readonly networks: W
  /** One adapter for each chain family, such as `eip155()`. Adapters read balances, send and sign. */
  readonly adapters?: A | undefined
  /** Connectors such as `walletConnect()`, which add wallets that don't announce themselves. */
  readonly connectors?: readonly OptionalConnectorFactory[] | undefined
  /** The network on which new visitors start: one of `networks`, or its CAIP-2 id. Default: the first network. */
  readonly defaultNetwork?: NetworkInput | CaipNetworkId | undefined
  /**
   * The data about the app that wallets and the modal show. If you change the data later, only the modal shows the change.
   */
  readonly metadata?: Loose<Metadata> | undefined
  /** Turns single features on or off. */
  readonly features?: FeatureOptions | undefined
  /**
   * The project's configuration, if you know it already. It overrides `features` and the stored configuration of the last visit.
   * The answer of `endpoints.config` replaces it.
   */
  readonly remoteFeatures?: RemoteFeatureOptions | undefined
  /** The account type to prefer in each family when a wallet offers several. */
  readonly defaultAccountTypes?: Loose<DefaultAccountTypes> | undefined
  /** Your RPC URLs, by CAIP-2 id. Latchkey uses them before the network's own URLs. */
  readonly customRpcUrls?: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>> | undefined
  /** Timeout, retries, ranking and hedging of the calls to RPC endpoints. */
  readonly rpc?: Loose<RpcOptions> | undefined
}

/** The options with all defaults filled in. */
export interface Options extends Readonly<Common>, Flags {
  readonly networks: readonly [ChainNetwork, ...ChainNetwork[]]
  readonly adapters: readonly AnyAdapterFactory[]
  readonly connectors: readonly OptionalConnectorFactory[]
  readonly defaultNetwork: ChainNetwork
  readonly metadata: Loose<Metadata>
  /** The features in effect: the project's configuration overrides the features that the host set. */
  readonly features: Features
  /** The features that the host set. */
  readonly localFeatures: FeatureOptions
  readonly remoteFeatures: RemoteFeatureOptions
  readonly defaultAccountTypes: DefaultAccountTypes
  readonly customRpcUrls: Readonly<Record<CaipNetworkId, readonly { readonly url: string }[]>>
  readonly rpc: RpcOptions
}

/** The features that `basic` turns off, with their defaults. */
const notBasic = { swaps: true, onramp: true, email: true, socials: false, activity: true }

const defaultFeatures: { readonly [K in keyof Required<Features>]: Features[K] } = {
  ...notBasic,
  allWallets: true,
  legalCheckbox: false,
  send: true,
  receive: true,
  analytics: true,
  emailShowWallets: true,
  collapseWallets: false,
  smartSessions: false,
  connectorTypeOrder: undefined,
  walletFeaturesOrder: undefined,
  connectMethodsOrder: undefined,
}

/** Fills in the defaults of the host's options. `changes` are the options that the host changes after the start. */
export type ResolveOptions = (input: LatchkeyOptions, changes?: object) => Options

/**
 * Fills in the defaults. Checks only the options that every client needs: `checked-options.ts` has the other checks.
 * @throws `config/conflicting-options` if both `siweConfig` and `siwx` are set; `config/invalid-options` for invalid `networks`,
 * for an invalid `defaultNetwork`, and for a key of `customRpcUrls` that isn't a CAIP-2 id.
 */
export function fillOptions(input: LatchkeyOptions): Options {
  if (input?.siwx && input.siweConfig) throw latchkeyError('config/conflicting-options')
  const given = defined(input) as LatchkeyOptions
  if (!given.networks?.length) throw invalidOption('networks', 'must name at least one network')
  const networks = given.networks.map(networkFrom)

  const wanted = (given.defaultNetwork ?? networks[0]) as NetworkInput
  // If `wanted` is a string, it is the id itself.
  const id = networkFrom(wanted).caipNetworkId ?? (wanted as unknown as CaipNetworkId)
  const defaultNetwork = findNetwork(networks, id)
  if (!defaultNetwork) throw invalidOption('defaultNetwork', 'must be one of networks')
  // Refuse a wrong key, because reads would go to the network's own public nodes without a warning. Allow any CAIP-2 id, because
  // a network may be added later.
  for (const key in given.customRpcUrls)
    if (!isCaipNetworkId(key)) throw invalidOption('customRpcUrls', 'must have CAIP-2 ids as keys')

  const { features: localFeatures = {}, remoteFeatures = {} } = given
  const chosen: FeatureOptions = { ...localFeatures, ...defined(remoteFeatures) }
  const features: Record<string, unknown> = { ...defaultFeatures, activity: chosen.history ?? true }
  for (const name in features)
    features[name] =
      given.basic && name in notBasic ? false : (chosen[name as keyof Features] ?? features[name])
  return Object.freeze({
    ...enabledByDefault,
    ...disabledByDefault,
    name: 'app',
    connectors: [],
    adapters: [],
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
    defaultNetwork,
    networks: networks as [ChainNetwork, ...ChainNetwork[]],
    features: features as unknown as Features,
    localFeatures,
    remoteFeatures,
    defaultAccountTypes: { ...defaultAccountTypes, ...defined(given.defaultAccountTypes) },
    rpc: { timeout: transport.timeout, retries: transport.retries, rank: false, ...defined(given.rpc) },
  } satisfies Options)
}

/**
 * Returns the RPC URLs of a network in order of preference: the host's URLs, the service's URL, then the network's own URLs
 * (S3.2.4).
 */
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

export function invalidOption(field: string, reason: string): ConfigError {
  return latchkeyError('config/invalid-options', { values: { field, reason } })
}

/** Removes undefined fields, because they would override a default. */
function defined<T extends object>(value: T | undefined): T {
  return Object.fromEntries(Object.entries(value ?? {}).filter(([, field]) => field !== undefined)) as T
}
